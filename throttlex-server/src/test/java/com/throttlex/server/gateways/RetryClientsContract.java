package com.throttlex.server.gateways;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import com.throttlex.server.RunningServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The clients of examples/clients, each as a process that calls a running service. */
abstract class RetryClientsContract {
  private static final String RULES =
      "{version: 1, default-rule: none, rules: [{id: api, key: [ip], limits: %s}]}";

  @TempDir Path folder;

  private List<String> run(List<String> client, String url, int times) throws Exception {
    List<String> command = new ArrayList<>(client);
    String file = client.get(client.size() - 1);
    command.set(client.size() - 1, Recipes.ROOT.resolve("examples/clients/" + file).toString());
    command.addAll(List.of(url, "" + times));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).as(out).isZero();
    return out.lines().toList();
  }

  private static String url(int port) {
    return "http://127.0.0.1:" + port + "/api/v1/authorize";
  }

  /** The second request is denied, and its wait is too long; the client must not wait for it. */
  @ParameterizedTest
  @MethodSource("clients")
  void client_whoseWaitIsTooLong_givesUp(List<String> client) throws Exception {
    try (RunningServer server = RunningServer.start(folder, RULES.formatted("1/1h"))) {
      assertThat(run(client, url(server.port()), 2)).containsExactly("200", "429");
    }
  }

  @ParameterizedTest
  @MethodSource("clients")
  void client_thatIsDenied_waitsAndIsServed(List<String> client) throws Exception {
    try (RunningServer server = RunningServer.start(folder, RULES.formatted("2/1s"))) {
      assertThat(run(client, url(server.port()), 5)).isEqualTo(Collections.nCopies(5, "200"));
    }
  }

  /** A server that always denies, with the wait only in the body. */
  @ParameterizedTest
  @MethodSource("clients")
  void client_thatIsAlwaysDenied_triesFourTimes(List<String> client) throws Exception {
    List<String> seen = Collections.synchronizedList(new ArrayList<>());
    HttpServer server = denying(seen);
    try {
      assertThat(run(client, url(server.getAddress().getPort()), 1)).containsExactly("503");
      assertThat(seen).hasSize(4);
    } finally {
      server.stop(0);
    }
  }

  private static HttpServer denying(List<String> seen) throws IOException {
    InetSocketAddress anyPort = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    HttpServer server = HttpServer.create(anyPort, 0);
    byte[] body = "{\"retry_after\": 0.01}".getBytes(StandardCharsets.UTF_8);
    server.createContext(
        "/",
        exchange -> {
          seen.add(exchange.getRequestMethod());
          exchange.sendResponseHeaders(503, body.length);
          exchange.getResponseBody().write(body);
          exchange.close();
        });
    server.start();
    return server;
  }
}
