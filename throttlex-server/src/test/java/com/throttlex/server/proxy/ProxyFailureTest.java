package com.throttlex.server.proxy;

import static com.throttlex.server.proxy.RawUpstream.write;
import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.server.RawHttp;
import com.throttlex.server.RawHttp.Answer;
import com.throttlex.server.RunningServer;
import com.throttlex.tck.Await;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Upstreams and clients that fail in every phase: the right answer, and no slot is lost. */
class ProxyFailureTest {
  private static final int SLOTS = 3;
  private static final String RULES =
      """
      version: 1
      default-rule: none
      rules:
        - {id: slots, key: [service], algorithm: concurrency, limits: 3/5m}
      """;

  @TempDir static Path folder;
  private static RawUpstream upstream;
  private static RawUpstream other;
  private static int closedPort;
  private static RunningServer server;

  @BeforeAll
  static void start() throws IOException {
    upstream = RawUpstream.start(ProxyFailureTest::serve);
    other = RawUpstream.polite();
    try (ServerSocket free = new ServerSocket(0)) {
      closedPort = free.getLocalPort();
    }
    String dead = "http://127.0.0.1:" + closedPort;
    server =
        RunningServer.startProxy(
            folder,
            RULES,
            """
                - {id: dead, match: {path: /dead/**}, upstreams: [%s]}
                - {id: half, match: {path: /half/**}, upstreams: [%s, %s]}
                - {id: slow, match: {path: /slow/**}, upstreams: [%s], timeout: 300ms}
                - {id: small, match: {path: /small/**}, upstreams: [%s], max-body: 100KB}
                - {id: app, upstreams: [%s]}
            """
                .formatted(
                    dead, dead, other.url(), upstream.url(), upstream.url(), upstream.url()));
  }

  @AfterAll
  static void stop() throws IOException {
    server.close();
    upstream.close();
    other.close();
  }

  /** An application whose path says how it fails. */
  private static void serve(RawUpstream self, Socket connection) throws IOException {
    for (String head = self.head(connection); !head.isEmpty(); head = self.head(connection)) {
      String[] words = head.split(" ", 3);
      if (words.length < 3 || !words[1].startsWith("/")) {
        connection.close(); // the rest of a body that this application did not read
        return;
      }
      String path = words[1];
      if (path.startsWith("/slow") || path.startsWith("/silent")) {
        continue; // never answers
      } else if (path.startsWith("/reset")) {
        connection.close();
        return;
      } else if (path.startsWith("/half-answer")) {
        write(connection, "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf");
        connection.close();
        return;
      } else if (path.startsWith("/half-chunks")) {
        write(connection, "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nhalf\r\n");
        connection.close();
        return;
      } else if (path.startsWith("/endless")) {
        write(connection, "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nhalf\r\n");
        continue;
      } else if (path.startsWith("/chunks")) {
        write(connection, "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nfull\r\n");
        write(connection, "0\r\n\r\n");
        continue;
      } else if (path.startsWith("/garbage")) {
        write(connection, "this is not HTTP\r\n\r\n");
        connection.close();
        return;
      } else if (path.startsWith("/early")) {
        write(connection, "HTTP/1.1 403 Forbidden\r\nContent-Length: 2\r\n\r\nno");
        continue;
      }
      write(connection, "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi");
    }
  }

  private static RawHttp raw(String request) throws IOException {
    return new RawHttp(server.proxyPort()).send(request);
  }

  private static Answer get(String path) throws IOException {
    try (RawHttp client = raw("GET " + path + " HTTP/1.1\r\nHost: x\r\n\r\n")) {
      return client.answer();
    }
  }

  private static void awaitSlots(String route) {
    Slots.awaitFree(server, route, SLOTS);
  }

  @Test
  void upstream_refusingConnections_is502AndAfterFiveFailures503() throws IOException {
    // Each GET is tried twice, so that the third finds the upstream out.
    assertThat(get("/dead").status()).isEqualTo(502);
    assertThat(get("/dead").status()).isEqualTo(502);
    Await.until("the upstream is out", () -> get("/dead").status() == 503);
    Answer out = get("/dead");
    assertThat(out.headers()).containsEntry("content-type", "application/problem+json");
    assertThat(out.headers()).containsKey("retry-after");
    awaitSlots("dead");
  }

  @Test
  void upstream_refusingConnections_isReplacedByAnother() throws IOException {
    for (int i = 0; i < 20; i++) {
      assertThat(get("/half").status()).isEqualTo(200);
    }
    awaitSlots("half");
  }

  @Test
  void upstream_withoutAnAnswer_is504() throws IOException {
    assertThat(get("/slow").status()).isEqualTo(504);
    awaitSlots("slow");
  }

  @Test
  void upstream_closingBeforeItsAnswer_is502() throws IOException {
    try (RawHttp client = raw("POST /reset HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\nab")) {
      assertThat(client.answer().status()).isEqualTo(502);
    }
    assertThat(get("/").status()).isEqualTo(200); // not yet out
    awaitSlots("app");
  }

  @Test
  void upstream_answeringGarbage_is502() throws IOException {
    assertThat(get("/garbage").status()).isEqualTo(502);
    assertThat(get("/").status()).isEqualTo(200);
    awaitSlots("app");
  }

  @Test
  void answer_brokenOffByTheUpstream_neverLooksComplete() throws IOException {
    try (RawHttp client = raw("GET /half-answer HTTP/1.1\r\nHost: x\r\n\r\n")) {
      byte[] all = client.in().readAllBytes();
      assertThat(new String(all, StandardCharsets.US_ASCII)).endsWith("half");
    }
    try (RawHttp client = raw("GET /half-chunks HTTP/1.1\r\nHost: x\r\n\r\n")) {
      byte[] all = client.in().readAllBytes();
      assertThat(new String(all, StandardCharsets.US_ASCII)).endsWith("4\r\nhalf\r\n");
    }
    assertThat(get("/").status()).isEqualTo(200);
    awaitSlots("app");
  }

  @Test
  void answerOfUnknownLength_inHttp10_endsWithTheConnection() throws IOException {
    String head = " HTTP/1.0\r\nHost: x\r\nConnection: keep-alive\r\n\r\n";
    try (RawHttp client = raw("GET /chunks" + head + "GET /" + head)) {
      String all = new String(client.in().readAllBytes(), StandardCharsets.US_ASCII);
      assertThat(all)
          .endsWith("\r\n\r\nfull")
          .doesNotContainIgnoringCase("chunked")
          .doesNotContainIgnoringCase("connection: keep-alive");
    }
    try (RawHttp client = raw("GET /" + head)) {
      assertThat(client.answer().body()).isEqualTo("hi");
      assertThat(client.send("GET /" + head).answer().body()).isEqualTo("hi");
    }
    awaitSlots("app");
  }

  @Test
  void answer_beforeTheBodyIsComplete_isPassedOn() throws IOException {
    try (RawHttp client =
        raw("POST /early HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\nabc")) {
      Answer answer = client.answer();
      assertThat(answer.status()).isEqualTo(403);
      assertThat(answer.body()).isEqualTo("no");
      assertThat(get("/next").body()).isEqualTo("hi");
    }
    // The connection with half a body is not used again.
    assertThat(upstream.heads()).anyMatch(head -> head.startsWith("GET /next "));
    awaitSlots("app");
  }

  @Test
  void client_leavingBeforeTheAnswer_freesItsSlotAndTheUpstream() throws IOException {
    int before = upstream.heads().size();
    for (int i = 0; i < 2 * SLOTS; i++) {
      int now = i;
      RawHttp client = raw("GET /silent HTTP/1.1\r\nHost: x\r\n\r\n");
      Await.until("the upstream has it", () -> upstream.heads().size() > before + now);
      client.close();
      awaitSlots("app");
    }
  }

  @Test
  void client_leavingDuringTheAnswer_freesItsSlotAndClosesTheUpstream() throws IOException {
    for (int i = 0; i < SLOTS; i++) {
      try (RawHttp client = raw("GET /endless HTTP/1.1\r\nHost: x\r\n\r\n")) {
        assertThat(client.answer().status()).isEqualTo(200);
      }
    }
    awaitSlots("app");
    Socket last = upstream.connections().get(upstream.connections().size() - 1);
    last.setSoTimeout(30_000);
    Await.until("the upstream's connection ends", () -> isClosed(last));
  }

  private static boolean isClosed(Socket connection) {
    try {
      return connection.isClosed() || connection.getInputStream().read() < 0;
    } catch (IOException e) {
      return true;
    }
  }

  @Test
  void client_leavingDuringItsBody_freesItsSlot() throws IOException {
    int before = upstream.heads().size();
    RawHttp client = raw("POST /silent HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\nabc");
    Await.until("the upstream has it", () -> upstream.heads().size() > before);
    client.close();
    awaitSlots("app");
  }

  @Test
  void body_growingTooLarge_is413AndFreesItsSlot() throws IOException {
    String chunk = "8000\r\n" + "a".repeat(0x8000) + "\r\n";
    try (RawHttp client =
        raw("POST /small HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n")) {
      for (int i = 0; i < 4; i++) {
        client.send(chunk);
      }
      assertThat(client.answer().status()).isIn(200, 413); // the upstream may answer first
    }
    awaitSlots("small");
  }

  @Test
  void body_thatStops_is408() throws IOException {
    try (RawHttp client = raw("POST /slow HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nabc")) {
      Answer answer = client.answer();
      assertThat(answer.status()).isEqualTo(408);
      assertThat(client.isClosed()).isTrue();
    }
    awaitSlots("slow");
  }

  @Test
  void slots_allTaken_denyFurtherRequests() throws IOException {
    RawHttp[] holders = new RawHttp[SLOTS];
    for (int i = 0; i < SLOTS; i++) {
      holders[i] = raw("GET /endless HTTP/1.1\r\nHost: x\r\n\r\n");
      assertThat(holders[i].answer().status()).isEqualTo(200);
    }
    assertThat(get("/").status()).isEqualTo(429);
    for (RawHttp holder : holders) {
      holder.close();
    }
    awaitSlots("app");
    assertThat(get("/").status()).isEqualTo(200);
  }
}
