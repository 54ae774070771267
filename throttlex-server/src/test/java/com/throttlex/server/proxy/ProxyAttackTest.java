package com.throttlex.server.proxy;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.server.RawHttp;
import com.throttlex.server.RawHttp.Answer;
import com.throttlex.server.RunningServer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Requests that the proxy and the upstream could read differently. */
class ProxyAttackTest {
  private static final String RULES =
      """
      version: 1
      default-rule: none
      rules:
        - {id: admin, match: {endpoint: /admin/**}, key: [ip], limits: 1/1h}
      """;

  @TempDir static Path folder;
  private static RawUpstream upstream;
  private static RawUpstream chunked;
  private static RunningServer server;

  @BeforeAll
  static void start() throws IOException {
    upstream = RawUpstream.polite();
    chunked = RawUpstream.polite();
    server =
        RunningServer.startProxy(
            folder,
            RULES,
            """
                - id: based
                  match: {path: /shop/v1/**}
                  upstreams: [%s/root/]
                  strip-prefix: /shop/v1
                - {id: chunked, match: {path: /chunked}, upstreams: [%s]}
                - id: app
                  upstreams: [%s]
            """
                .formatted(upstream.url(), chunked.url(), upstream.url()));
  }

  @AfterAll
  static void stop() throws IOException {
    server.close();
    upstream.close();
    chunked.close();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Content-Length: 6_Transfer-Encoding: chunked",
        "Transfer-Encoding: chunked_Content-Length: 6",
        "Content-Length: 3_Content-Length: 3",
        "Content-Length: 3_Content-Length: 4",
        "Content-Length: 3, 3",
        "Content-Length: +3",
        "Content-Length: 0x3",
        "Content-Length: 03",
        "Content-Length: -1",
        "Content-Length: 99999999999999999999",
        "Content-Length : 3",
        "Transfer-Encoding: xchunked",
        "Transfer-Encoding: chunked, identity",
        "Transfer-Encoding: gzip, chunked",
        "Transfer-Encoding: chunked_Transfer-Encoding: identity",
        "Transfer-Encoding: chunked_Transfer-Encoding: chunked",
        "Transfer-Encoding : chunked",
        "Transfer-Encoding: \u000bchunked",
        "Transfer-Encoding:_ chunked",
        "X-A: b\rc",
        "X-A: b\r",
        "X-A: b\nX-B: c",
        "X-A: b\u0000c",
        "X(A: b",
        "X A: b",
        ": b",
        "abc",
        "Host: y",
        "Host: x",
        "Authorization: a_Authorization: b",
        "X-API-Key: a_X-API-Key: b"
      })
  void headers_thatAreAmbiguous_get400AndEndTheConnection(String headers) throws IOException {
    reject(
        "POST / HTTP/1.1\r\nHost: x\r\n" + headers.replace("_", "\r\n") + "\r\n\r\n0\r\n\r\nGET");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "GET / HTTP/1.1\r\n\r\n",
        "get / HTTP/1.1\r\nHost: x\r\n\r\n",
        "Head / HTTP/1.1\r\nHost: x\r\n\r\n",
        "GET / HTTP/1.1\nHost: x\n\n",
        "GET / HTTP/1.1\r\nHost: a@b\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: a/b\r\n\r\n",
        "GET / HTTP/1.1\r\nHost:\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: x:65536\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: x:99999\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: x.\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: x.:80\r\n\r\n",
        "GET http://y/ HTTP/1.1\r\nHost: x\r\n\r\n",
        "GET http://x@y/ HTTP/1.1\r\nHost: x\r\n\r\n",
        "GET ftp://x/ HTTP/1.1\r\nHost: x\r\n\r\n",
        "OPTIONS * HTTP/1.1\r\nHost: x\r\n\r\n",
        "POST / HTTP/1.0\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        "GE(T / HTTP/1.1\r\nHost: x\r\n\r\n",
        "\u0000GET / HTTP/1.1\r\nHost: x\r\n\r\n",
        "GET /a b HTTP/1.1\r\nHost: x\r\n\r\n",
        "GET /\r\n\r\n"
      })
  void requestLine_thatIsAmbiguous_gets400AndEndsTheConnection(String request) throws IOException {
    reject(request);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/a/..;x/b",
        "/a/;x/../b",
        "/a/%2e%2e;/b",
        "/a%2fb",
        "/a%5cb",
        "/a\\b",
        "/a%00",
        "/%252e%252e/b",
        "/../b",
        "/a#b",
        "/a\u00e9",
        "/a%zz",
        "/a%ff"
      })
  void path_thatIsAmbiguous_gets400AndEndsTheConnection(String path) throws IOException {
    reject("GET " + path + " HTTP/1.1\r\nHost: x\r\n\r\n");
  }

  private static void reject(String request) throws IOException {
    int before = upstream.heads().size();
    try (RawHttp client = new RawHttp(server.proxyPort())) {
      assertThat(client.send(request).answer().status()).isEqualTo(400);
      assertThat(client.isClosed()).isTrue();
    }
    assertThat(upstream.heads()).hasSize(before);
  }

  @ParameterizedTest
  @ValueSource(strings = {"CONNECT x:80", "TRACE /", "trace /", "Connect x:80"})
  void method_thatIsNotForwarded_isRefused(String line) throws IOException {
    try (RawHttp client = new RawHttp(server.proxyPort())) {
      client.send(line + " HTTP/1.1\r\nHost: x\r\n\r\n");
      assertThat(client.answer().status()).isEqualTo(405);
      assertThat(client.isClosed()).isTrue();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"3;a\nb\r\nabc\r\n", "3\nabc\r\n", "0x3\r\nabc\r\n", "-3\r\n", "3\r\nabcX"})
  void chunks_thatAreMalformed_endTheConnectionWithoutAnAnswerOfTheUpstream(String body)
      throws IOException {
    try (RawHttp client = new RawHttp(server.proxyPort())) {
      client.send("POST /chunked HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n");
      client.send(body + "0\r\n\r\n");
      // The polite upstream answers a head at once; then the connection must end all the same. It
      // may get the head later than the client its answer, so this upstream has no other tests.
      assertThat(client.answer().status()).isIn(0, 200, 400);
      assertThat(client.isClosed()).isTrue();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "/a/../b, /b",
    "/a/%2E%2e/b, /b",
    "//a///b, /a/b",
    "/a/./b/, /a/b/",
    "/A%20b/%41?q=../%2f;c, /A%20b/%41?q=../%2f;c",
    "/a;v=1/b, /a;v=1/b",
    "http://x/abs?q, /abs?q",
    "http://x, /",
    "/shop/v1/x/../y?q, /root/y?q",
    "/SHOP/v1, /root/",
    "/sh%6fp/v1/%41/, /root/%41/",
    "/shop/v1x, /shop/v1x",
    "/shop/v1/../v1/a, /root/a",
  })
  void path_thatIsClear_reachesTheUpstreamAsTheRulesReadIt(String target, String forwarded)
      throws IOException {
    try (RawHttp client = new RawHttp(server.proxyPort())) {
      client.send("GET " + target + " HTTP/1.1\r\nHost: x\r\n\r\n");
      assertThat(client.answer().body()).isEqualTo("hi");
    }
    assertThat(last()).startsWith("GET " + forwarded + " HTTP/1.1\r\n");
  }

  private static String last() {
    List<String> heads = upstream.heads();
    return heads.get(heads.size() - 1);
  }

  @Test
  void limit_ofAPath_countsAllItsSpellings() throws IOException {
    int before = upstream.heads().size();
    for (String path : List.of("/admin/x", "/%61dmin//y", "/a/../ADMIN/z", "/admin;p=1/x")) {
      try (RawHttp client = new RawHttp(server.proxyPort())) {
        client.send("GET " + path + " HTTP/1.1\r\nHost: x\r\n\r\n");
        assertThat(client.answer().status()).isEqualTo(path.equals("/admin/x") ? 200 : 429);
      }
    }
    assertThat(upstream.heads()).hasSize(before + 1);
  }

  @Test
  void headers_ofTheConnection_endAtTheProxy() throws IOException {
    try (RawHttp client = new RawHttp(server.proxyPort())) {
      client.send(
          """
          GET / HTTP/1.1
          Host: x
          Connection: X-ThrottleX-Token, X-B, close
          X-ThrottleX-Token: s
          x-throttlex-other: s
          X-B: c
          X-C: d
          TE: trailers
          Keep-Alive: 5
          Upgrade: foo
          Proxy-Authorization: p

          """
              .replace("\n", "\r\n"));
      Answer answer = client.answer();
      assertThat(answer.body()).isEqualTo("hi");
    }
    assertThat(last())
        .contains("X-C: d\r\n")
        .doesNotContainIgnoringCase("token")
        .doesNotContainIgnoringCase("x-throttlex-other")
        .doesNotContainIgnoringCase("x-b:")
        .doesNotContainIgnoringCase("keep-alive")
        .doesNotContainIgnoringCase("upgrade")
        .doesNotContainIgnoringCase("proxy-auth")
        .doesNotContainIgnoringCase("\r\nte:");
  }

  @Test
  void forwardingHeaders_ofAClient_areReplaced() throws IOException {
    try (RawHttp client = new RawHttp(server.proxyPort())) {
      client.send(
          """
          GET / HTTP/1.1
          Host: shop.example:81
          X_Forwarded_For: 6.6.6.6
          X-Forwarded-For: 6.6.6.6
          Forwarded: for=6.6.6.6
          X-Real-IP: 6.6.6.6
          X-Original-URL: /evil
          x_rewrite_url: /evil
          X-Rewrite-URL: /evil
          X-Forwarded-Proto: https
          X-Forwarded-Host: evil
          X-Forwarded-Prefix: /e
          Via: 1.0 before

          """
              .replace("\n", "\r\n"));
      client.answer();
    }
    assertThat(last())
        .doesNotContain("6.6.6.6", "evil", "/e\r\n")
        .containsIgnoringCase("host: shop.example:81\r\n")
        .contains("X-Forwarded-For: 127.0.0.1\r\n", "X-Forwarded-Proto: http\r\n")
        .contains("X-Forwarded-Host: shop.example:81\r\n")
        .contains("Forwarded: for=127.0.0.1;host=\"shop.example:81\";proto=http\r\n")
        .containsIgnoringCase("via: 1.0 before, 1.1 throttlex\r\n");
  }

  @Test
  void header_thatIsTooLarge_isRefused() throws IOException {
    try (RawHttp client = new RawHttp(server.proxyPort())) {
      client.send("GET / HTTP/1.1\r\nHost: x\r\nX-A: " + "a".repeat(40_000) + "\r\n\r\n");
      assertThat(client.answer().status()).isEqualTo(431);
    }
  }
}
