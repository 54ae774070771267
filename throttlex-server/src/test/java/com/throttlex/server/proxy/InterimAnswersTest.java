package com.throttlex.server.proxy;

import static com.throttlex.server.proxy.RawUpstream.write;
import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.server.RawHttp;
import com.throttlex.server.RawHttp.Answer;
import com.throttlex.server.RunningServer;
import java.io.IOException;
import java.net.Socket;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Upstreams that send interim answers: each client gets its own final answer. */
class InterimAnswersTest {
  @TempDir static Path folder;
  private static RawUpstream upstream;
  private static RawUpstream grpc;
  private static RunningServer server;

  @BeforeAll
  static void start() throws IOException {
    upstream = RawUpstream.start(InterimAnswersTest::serve);
    grpc = RawUpstream.start((self, connection) -> serveHttp2(connection));
    server =
        RunningServer.startProxy(
            folder,
            "version: 1\ndefault-rule: none\n",
            """
                - {id: grpc, match: {path: /grpc/**}, upstreams: [%s]}
                - {id: app, upstreams: [%s]}
            """
                .formatted(grpc.url(), upstream.url()));
  }

  @AfterAll
  static void stop() throws IOException {
    server.close();
    upstream.close();
    grpc.close();
  }

  /** Sends the interim statuses of the path, and then the path as the answer. */
  private static void serve(RawUpstream self, Socket connection) throws IOException {
    for (String head = self.head(connection); !head.isEmpty(); head = self.head(connection)) {
      String path = head.split(" ", 3)[1];
      for (String status : path.substring(1).split(",", -1)) {
        write(connection, "HTTP/1.1 " + status + " Interim\r\nX-Interim: " + status + "\r\n\r\n");
      }
      write(connection, "HTTP/1.1 200 OK\r\nContent-Length: " + path.length() + "\r\n\r\n" + path);
    }
  }

  /** Sends the interim status after {@code /grpc/}, and then 200. */
  private static void serveHttp2(Socket connection) throws IOException {
    try (RawHttp2 server = RawHttp2.accept(connection)) {
      for (RawHttp2.Frame head = server.nextHeaders(); head != null; head = server.nextHeaders()) {
        // The proxy writes paths of its clients as text, Huffman-coded or not; so all get the same.
        server.headers(head.stream(), status("102"), false);
        server.headers(head.stream(), status("199"), false);
        server.headers(head.stream(), status("200"), true);
      }
    }
  }

  private static List<String[]> status(String status) {
    return List.of(new String[][] {{":status", status}, {"x-of", status}});
  }

  @ParameterizedTest
  @ValueSource(strings = {"/100", "/102", "/104", "/150", "/199", "/102,102,199,100"})
  void interimAnswer_isNeverTheAnswerOfARequest(String path) throws IOException {
    for (int i = 0; i < 3; i++) {
      try (RawHttp client = new RawHttp(server.proxyPort())) {
        client.send("GET " + path + " HTTP/1.1\r\nHost: x\r\n\r\n");
        Answer answer = client.answer();
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.headers()).doesNotContainKey("x-interim");
        assertThat(answer.body()).isEqualTo(path);
        client.send("GET /102,104 HTTP/1.1\r\nHost: x\r\n\r\n");
        assertThat(client.answer().body()).isEqualTo("/102,104");
      }
    }
  }

  @Test
  void earlyHints_arePassedOn() throws IOException {
    try (RawHttp client = new RawHttp(server.proxyPort())) {
      client.send("GET /102,103 HTTP/1.1\r\nHost: x\r\n\r\n");
      assertThat(client.answer().status()).isEqualTo(103);
      assertThat(client.answer().body()).isEqualTo("/102,103");
    }
  }

  @Test
  void switchingProtocols_withoutAnUpgrade_is502() throws IOException {
    try (RawHttp client = new RawHttp(server.proxyPort())) {
      client.send("POST /101 HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\nab");
      assertThat(client.answer().status()).isEqualTo(502);
      client.send("GET /102 HTTP/1.1\r\nHost: x\r\n\r\n");
      assertThat(client.answer().body()).isEqualTo("/102");
    }
  }

  @Test
  void interimHeaders_ofAnHttp2Upstream_areNeverTheAnswer() throws IOException {
    try (RawHttp2 client = RawHttp2.connect(server.proxyPort())) {
      for (int stream = 1; stream <= 5; stream += 2) {
        client.headers(
            stream, RawHttp2.request("POST", "/grpc/x", "content-type", "application/grpc"), true);
        assertThat(client.answer()).isEqualTo(RawHttp2.STATUS_200);
      }
    }
  }
}
