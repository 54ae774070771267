package com.throttlex.server.proxy;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.server.RawHttp;
import com.throttlex.server.RunningServer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The size of a request's head, on every HTTP port. */
class ProxyHeadTest {
  private static final int MOST_HEADERS = 256;

  @TempDir static Path folder;
  private static RawUpstream upstream;
  private static RunningServer server;

  @BeforeAll
  static void start() throws IOException {
    upstream = RawUpstream.polite();
    server =
        RunningServer.startProxy(
            folder,
            "version: 1\ndefault-rule: none\n",
            "    - {id: app, upstreams: [%s]}\n".formatted(upstream.url()));
  }

  @AfterAll
  static void stop() throws IOException {
    server.close();
    upstream.close();
  }

  private static int http1(int port, int headers) throws IOException {
    try (RawHttp client = new RawHttp(port)) {
      client.send("GET /health HTTP/1.1\r\nHost: x\r\n" + "a: b\r\n".repeat(headers - 1) + "\r\n");
      return client.answer().status();
    }
  }

  private static int http2(String path, String... headers) throws IOException {
    try (RawHttp2 client = RawHttp2.connect(server.proxyPort())) {
      client.headers(1, RawHttp2.request("GET", path, headers), true);
      return client.answer();
    }
  }

  @Test
  void head_withMoreThan256Headers_isTooLongOnEveryPort() throws IOException {
    for (int port : List.of(server.port(), server.adminPort(), server.proxyPort())) {
      assertThat(http1(port, MOST_HEADERS)).isNotEqualTo(431);
      assertThat(http1(port, MOST_HEADERS + 1)).isEqualTo(431);
    }
  }

  @Test
  void head_withMoreThan256Headers_isTooLongOverHttp2() throws IOException {
    String[] headers = new String[2 * MOST_HEADERS];
    java.util.Arrays.fill(headers, "a");

    assertThat(http2("/many", headers)).isNotEqualTo(RawHttp2.STATUS_200).isNotZero();

    assertThat(upstream.heads()).noneMatch(head -> head.contains("/many"));
  }

  @Test
  void head_of30KilobytesOverHttp2_isForwarded() throws IOException {
    String value = "v".repeat(30_000);

    assertThat(http2("/large", "x-large", value)).isEqualTo(RawHttp2.STATUS_200);

    assertThat(upstream.heads()).anyMatch(head -> head.contains("x-large: " + value));
  }

  @Test
  void header_thatIsFolded_isForwardedInOneLine() throws IOException {
    try (RawHttp client = new RawHttp(server.proxyPort())) {
      client.send("GET /folded HTTP/1.1\r\nHost: x\r\nX-A: b\r\n\tX-B: c\r\n\r\n");
      assertThat(client.answer().status()).isEqualTo(200);
    }

    assertThat(upstream.heads())
        .anyMatch(
            head -> head.startsWith("GET /folded ") && head.contains("\r\nX-A: b X-B: c\r\n"));
  }

  @Test
  void apiKey_withUnderscores_isAmbiguous() throws IOException {
    try (RawHttp client = new RawHttp(server.proxyPort())) {
      client.send("GET /key HTTP/1.1\r\nHost: x\r\nX_API_Key: k\r\n\r\n");
      assertThat(client.answer().status()).isEqualTo(400);
    }
  }
}
