package com.throttlex.server.proxy;

import static com.throttlex.server.proxy.RawHttp2.STATUS_200;
import static com.throttlex.server.proxy.RawHttp2.STATUS_400;
import static com.throttlex.server.proxy.RawHttp2.request;
import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.server.RawHttp;
import com.throttlex.server.RunningServer;
import com.throttlex.tck.Await;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Requests of HTTP/2 that would be other requests in HTTP/1.1. */
class ProxyHttp2AttackTest {
  @TempDir static Path folder;
  private static RawUpstream upstream;
  private static JdkUpstream reader;
  private static RawUpstream flaky;
  private static RunningServer server;

  @BeforeAll
  static void start() throws IOException {
    upstream = RawUpstream.polite();
    reader = JdkUpstream.saying("read");
    flaky = RawUpstream.start(ProxyHttp2AttackTest::failFirst);
    server =
        RunningServer.startProxy(
            folder,
            "version: 1\ndefault-rule: none\n",
            """
                - {id: reader, match: {path: /read}, upstreams: [%s]}
                - {id: flaky, match: {path: /flaky}, upstreams: [%s]}
                - {id: app, upstreams: [%s]}
            """
                .formatted(reader.url(), flaky.url(), upstream.url()));
  }

  @AfterAll
  static void stop() throws IOException {
    server.close();
    upstream.close();
    reader.close();
    flaky.close();
  }

  /** Closes the connection of each odd request, and answers each even one. */
  private static void failFirst(RawUpstream self, Socket connection) throws IOException {
    self.head(connection);
    if (self.heads().size() % 2 == 0) {
      RawUpstream.write(connection, "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi");
    }
    connection.close();
  }

  @Test
  void requestWithoutABody_whoseConnectionFails_isTriedOnceMore() throws IOException {
    assertThat(answer(request("GET", "/flaky"), null)).isEqualTo(STATUS_200);
    assertThat(flaky.heads()).hasSize(2);
    assertThat(answer(request("PUT", "/flaky"), "body")).isNotEqualTo(STATUS_200);
    assertThat(flaky.heads()).hasSize(3);
  }

  @Test
  void emptyBody_ofARequest_isForwardedAsNone() throws IOException {
    assertThat(answer(request("GET", "/empty"), "")).isEqualTo(STATUS_200);
    try (RawHttp client = new RawHttp(server.proxyPort())) {
      client.send(
          """
          GET /upgraded HTTP/1.1
          Host: x
          Connection: Upgrade, HTTP2-Settings
          Upgrade: h2c
          HTTP2-Settings: AAMAAABkAAQAAP__

          """
              .replace("\n", "\r\n"));
      assertThat(client.answer().status()).isEqualTo(101);
      Await.until("it is forwarded", () -> !heads("GET /upgraded ").isEmpty());
    }
    assertThat(heads("GET /empty ", "GET /upgraded "))
        .hasSize(2)
        .allSatisfy(
            head ->
                assertThat(head)
                    .doesNotContainIgnoringCase("transfer-encoding")
                    .doesNotContainIgnoringCase("content-length"));
  }

  private static List<String> heads(String... lines) {
    return upstream.heads().stream()
        .filter(head -> Arrays.stream(lines).anyMatch(head::startsWith))
        .toList();
  }

  /** Returns the first byte of the answer's headers; 0 if the stream or connection was ended. */
  private static int answer(List<String[]> headers, String body) throws IOException {
    try (RawHttp2 client = RawHttp2.connect(server.proxyPort())) {
      client.headers(1, headers, body == null);
      if (body != null) {
        client.body(1, body);
      }
      return client.answer();
    } catch (SocketException ended) {
      return 0;
    }
  }

  @Test
  void request_thatIsClear_isForwarded() throws IOException {
    assertThat(answer(request("GET", "/a"), null)).isEqualTo(STATUS_200);
    assertThat(answer(request("GET", "/a", "host", "x"), null)).isEqualTo(STATUS_200);
    assertThat(answer(request("POST", "/read", "content-length", "3"), "abc"))
        .isEqualTo(STATUS_200);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "transfer-encoding|chunked",
        "connection|close",
        "upgrade|websocket",
        "proxy-connection|close",
        "x-a|b\r\nx-b: c",
        "x-a|b\u0000c",
        "x a|b",
        "x:a|b",
        "X-Upper|b",
        "host|other",
        "content-length|-1",
        "content-length|1, 1",
        ":path|/other",
        ":unknown|x",
        "authorization|a|authorization|b",
        "x-api-key| ak_1",
        "x-api-key|ak_1 ",
        "x-a|\tb",
        "content-length|05"
      })
  void header_thatHttp1WouldReadDifferently_isNotForwarded(String header) throws IOException {
    int before = upstream.heads().size();

    assertThat(answer(request("GET", "/a", header.split("\\|", -1)), null)).isIn(0, STATUS_400);

    assertThat(upstream.heads()).hasSize(before);
  }

  @ParameterizedTest
  @ValueSource(strings = {"/a b", "/a\r\nHost: y", "a", "*", "http://y/", "/a#b", "/%2e%2e/a"})
  void path_thatHttp1WouldReadDifferently_isNotForwarded(String path) throws IOException {
    int before = upstream.heads().size();

    assertThat(answer(request("GET", path), null)).isIn(0, STATUS_400);

    assertThat(upstream.heads()).hasSize(before);
  }

  @ParameterizedTest
  @ValueSource(strings = {"ab", "abcGET / HTTP/1.1"})
  void body_ofAnotherLengthThanDeclared_isNeverACompleteRequest(String body) throws IOException {
    assertThat(answer(request("POST", "/read", "content-length", "3"), body)).isIn(0, STATUS_400);
  }
}
