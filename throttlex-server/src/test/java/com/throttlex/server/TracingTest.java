package com.throttlex.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Traces that reach a collector. */
class TracingTest {
  private static final String RULES = "version: 1\ndefault-rule: none\nrules: []\n";

  @TempDir Path folder;
  private final Map<String, String> received = new ConcurrentHashMap<>();

  private HttpServer collector() throws Exception {
    HttpServer collector =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    collector.createContext(
        "/",
        exchange -> {
          byte[] body = exchange.getRequestBody().readAllBytes();
          received.merge(
              exchange.getRequestMethod() + " " + exchange.getRequestURI(),
              new String(body, StandardCharsets.ISO_8859_1),
              String::concat);
          exchange.sendResponseHeaders(200, -1);
          exchange.close();
        });
    collector.start();
    return collector;
  }

  @ParameterizedTest
  @CsvSource({"'', /v1/traces", "/, /v1/traces", "/otlp/v1/traces, /otlp/v1/traces"})
  void check_withTracingOn_isSentToTheCollector(String path, String posted) throws Exception {
    HttpServer collector = collector();
    try {
      String url = "http://127.0.0.1:" + collector.getAddress().getPort() + path;
      try (RunningServer server =
          RunningServer.start(folder, RULES, "tracing: {endpoint: \"" + url + "\"}\n")) {
        assertThat(
                server
                    .check(
                        "{}", "traceparent", "00-" + "ab".repeat(16) + "-" + "cd".repeat(8) + "-01")
                    .status())
            .isEqualTo(200);
      }
      assertThat(received).containsOnlyKeys("POST " + posted);
      byte[] trace = new byte[16];
      Arrays.fill(trace, (byte) 0xab);
      assertThat(received.get("POST " + posted))
          .contains("throttlex", "POST", new String(trace, StandardCharsets.ISO_8859_1));
    } finally {
      collector.stop(0);
    }
  }

  @Test
  void adminCall_withTracingOn_isNotTracedAsItsPathCanHaveASecret() throws Exception {
    HttpServer collector = collector();
    try {
      String url = "http://127.0.0.1:" + collector.getAddress().getPort();
      try (RunningServer server =
          RunningServer.start(folder, RULES, "tracing: {endpoint: \"" + url + "\"}\n")) {
        server.check("{}");
        server.admin("GET", "/api/v1/keys/r%7Capi-key=RAW-API-KEY", "");
      }
      assertThat(received).isNotEmpty();
      assertThat(received.values()).noneMatch(spans -> spans.contains("RAW-API-KEY"));
    } finally {
      collector.stop(0);
    }
  }

  @Test
  void check_withTracingOff_sendsNothing() throws Exception {
    HttpServer collector = collector();
    try (RunningServer server = RunningServer.start(folder, RULES)) {
      assertThat(server.check("{}").status()).isEqualTo(200);
    } finally {
      collector.stop(0);
    }
    assertThat(received).isEmpty();
  }
}
