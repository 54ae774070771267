package com.throttlex.server.proxy;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.server.RawHttp;
import com.throttlex.server.RawHttp.Answer;
import com.throttlex.server.RunningServer;
import com.throttlex.server.RunningServer.Reply;
import com.throttlex.server.gateways.NginxServer;
import com.throttlex.tck.Await;
import com.throttlex.tck.programs.NeedsProgram;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A real nginx behind the proxy that is killed, stopped, resets connections, or answers early. */
@NeedsProgram("nginx")
class UpstreamProcessTest {
  private static final int SLOTS = 3;
  private static final int LARGE = 64 << 20;
  private static final String RULES =
      """
      version: 1
      default-rule: none
      rules:
        - {id: slots, key: [service], algorithm: concurrency, limits: 3/5m}
        - {id: paced, match: {endpoint: /slow/paced/**}, key: [global], limits: 1/100ms, on-exceed: queue}
      """;

  @TempDir Path folder;
  private NginxServer nginx;
  private RunningServer server;

  @BeforeEach
  void start() throws Exception {
    nginx =
        NginxServer.start(
            folder,
            "client_max_body_size 0;",
            """
            location / { return 200 ok; }
            location /large { }
            location /upload {
              client_body_in_file_only clean;
              proxy_pass http://127.0.0.1:PORT/ok;
            }
            location /small { client_max_body_size 1k; proxy_pass http://127.0.0.1:PORT/ok; }
            location /reset { return 444; }
            """);
    try (RandomAccessFile large = new RandomAccessFile(nginx.file("large").toFile(), "rw")) {
      large.setLength(LARGE);
    }
    server =
        RunningServer.startProxy(
            folder,
            RULES,
            """
                - {id: slow, match: {path: /slow/**}, upstreams: ["%1$s"], timeout: 300ms}
                - {id: app, upstreams: ["%1$s"], max-body: none}
            """
                .formatted(nginx.url()));
  }

  @AfterEach
  void stop() {
    server.close();
    nginx.close();
  }

  private RawHttp raw(String request) throws IOException {
    return new RawHttp(server.proxyPort()).send(request);
  }

  private int get(String path) throws IOException {
    try (RawHttp client = raw("GET " + path + " HTTP/1.1\r\nHost: x\r\n\r\n")) {
      return client.answer().status();
    }
  }

  private void awaitSlots(String route) {
    Slots.awaitFree(server, route, SLOTS);
  }

  @Test
  void upstream_killedInItsAnswer_leavesAnIncompleteAnswerAndIsUsedAgain() throws Exception {
    try (RawHttp client = raw("GET /large HTTP/1.1\r\nHost: x\r\n\r\n")) {
      readHead(client);
      nginx.kill();
      assertThat(countRest(client)).isLessThan(LARGE);
    }
    assertThat(get("/")).isEqualTo(502);
    awaitSlots("app");
    nginx.restart();
    assertThat(get("/")).isEqualTo(200);
  }

  private static void readHead(RawHttp client) throws IOException {
    String head = "";
    while (!head.endsWith("\r\n\r\n")) {
      head += (char) client.in().read();
    }
    assertThat(head).startsWith("HTTP/1.1 200 OK\r\n").contains("\r\nContent-Length: " + LARGE);
  }

  /** Returns the bytes up to the end of the connection. */
  private static long countRest(RawHttp client) {
    byte[] block = new byte[1 << 16];
    long count = 0;
    try {
      for (int n = client.in().read(block); n >= 0; n = client.in().read(block)) {
        count += n;
      }
    } catch (IOException reset) {
      // the end of an incomplete answer
    }
    return count;
  }

  @Test
  void upstream_killedInTheBodyOfARequest_is502() throws Exception {
    try (RawHttp client = upload("/upload")) {
      client.send(new byte[1 << 20]);
      Await.until("nginx has a part", () -> storedBodies() > 0);
      nginx.kill();
      assertThat(client.answer().status()).isEqualTo(502);
    }
    awaitSlots("app");
  }

  private RawHttp upload(String path) throws IOException {
    return raw("POST " + path + " HTTP/1.1\r\nHost: x\r\nContent-Length: " + LARGE + "\r\n\r\n");
  }

  /** Returns how many bodies nginx has begun to store. */
  private long storedBodies() throws IOException {
    try (var files = Files.list(folder.resolve("a"))) {
      return files.count();
    }
  }

  @Test
  void upstream_answeringBeforeTheBodyIsComplete_isHeard() throws Exception {
    try (RawHttp client = upload("/small")) {
      Answer answer = client.answer();
      assertThat(answer.status()).isEqualTo(413);
      assertThat(answer.headers().get("server")).startsWith("nginx");
    }
    for (int i = 0; i < 3; i++) {
      assertThat(get("/")).isEqualTo(200);
    }
    awaitSlots("app");
    assertThat(nginx.seen()).noneMatch(line -> line.startsWith("400 "));
  }

  @Test
  void upstream_resettingTheConnection_is502() throws Exception {
    assertThat(get("/reset")).isEqualTo(502);
    assertThat(get("/")).isEqualTo(200);
    awaitSlots("app");
  }

  @Test
  void upstream_thatHangs_is504AndIsUsedAgainWhenItGoesOn() throws Exception {
    assertThat(get("/slow/a")).isEqualTo(200);
    nginx.pause();
    assertThat(get("/slow/b")).isEqualTo(504);
    assertThat(get("/slow/c")).isEqualTo(504);
    awaitSlots("slow");
    nginx.resume();
    assertThat(get("/slow/d")).isEqualTo(200);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void storedRequests_whenTheUpstreamIsKilledOrHangs_allArriveInOrder(boolean killed)
      throws Exception {
    List<String> tickets = new ArrayList<>();
    for (int i = 0; tickets.size() < 5; i++) {
      if (tickets.size() == 2) {
        fail(killed);
      }
      Reply reply = store(i);
      if (reply.status() == 202) {
        tickets.add(reply.json().getString("ticket"));
      }
    }
    Await.until("an attempt has failed", () -> retries() > 0);
    if (killed) {
      nginx.restart();
    } else {
      nginx.resume();
    }

    for (String ticket : tickets) {
      Await.until("the answer of " + ticket, () -> "answered".equals(state(ticket)));
    }
    assertThat(delivered(tickets)).containsExactlyElementsOf(tickets);
  }

  private void fail(boolean killed) {
    if (killed) {
      nginx.kill();
    } else {
      nginx.pause();
    }
  }

  private Reply store(int number) {
    return server.send(
        RunningServer.request(
                server.proxyPort(), "/slow/paced/" + number, "Prefer", "respond-async, wait=5")
            .POST(BodyPublishers.ofString("body " + number)));
  }

  private long retries() {
    return server
        .send(RunningServer.request(server.adminPort(), "/metrics"))
        .body()
        .lines()
        .filter(line -> line.startsWith("throttlex_proxy_stored_events_total{"))
        .filter(line -> line.contains("\"retried\"") && !line.endsWith(" 0.0"))
        .count();
  }

  private String state(String ticket) {
    String path = "/throttlex/requests/" + ticket;
    return server.send(RunningServer.request(server.proxyPort(), path)).header("X-ThrottleX-State");
  }

  /** Returns the tickets of stored requests that nginx answered, each once. */
  private List<String> delivered(List<String> tickets) throws IOException {
    return nginx.seen().stream()
        .filter(line -> line.startsWith("200 POST "))
        .map(line -> line.split(" ", -1)[4])
        .filter(tickets::contains)
        .distinct()
        .toList();
  }
}
