package com.throttlex.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.server.RawHttp;
import com.throttlex.server.RunningServer;
import com.throttlex.server.RunningServer.Reply;
import java.io.IOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests forward-auth by a trusted proxy. */
class AuthorizeTest {
  private static final String PATH = "/api/v1/authorize";

  @TempDir static Path folder;
  private static RunningServer server;

  @BeforeAll
  static void start() throws IOException {
    server =
        RunningServer.start(
            folder, DoorRules.TEXT, "identity: {trusted-proxies: [127.0.0.0/8, 10.0.0.0/8]}\n");
  }

  @AfterAll
  static void close() {
    server.close();
  }

  /** Returns the units left for an address after an authorisation, from the header. */
  private static String left(Reply reply) {
    assertThat(reply.status()).as(reply.body()).isEqualTo(200);
    assertThat(reply.body()).isEmpty();
    return reply.header("X-RateLimit-Remaining");
  }

  @Test
  void headers_ofEveryKnownProxy_describeTheRequest() {
    String client = "198.51.100.10";
    assertThat(
            left(
                server.get(
                    PATH,
                    "X-Original-URI",
                    "/ip/a?b=c",
                    "X-Original-Method",
                    "GET",
                    "X-Forwarded-For",
                    client)))
        .isEqualTo("4");
    assertThat(
            left(
                server.get(
                    PATH,
                    "X-Forwarded-Uri",
                    "/ip/a",
                    "X-Forwarded-Method",
                    "POST",
                    "X-Forwarded-Host",
                    "example.org",
                    "X-Forwarded-Proto",
                    "https",
                    "X-Forwarded-For",
                    client)))
        .isEqualTo("3");
    assertThat(
            left(
                server.get(
                    PATH,
                    "X-Original-Url",
                    "https://example.org/ip/a?u=/x",
                    "X-Forwarded-For",
                    client)))
        .isEqualTo("2");
    assertThat(
            left(
                server.get(
                    PATH, "X-Forwarded-Uri", "/IP/../ip/./a/", "Forwarded", "for=" + client)))
        .isEqualTo("1");
  }

  @Test
  void idempotencyKey_ofTheClient_isIgnored() {
    String[] headers = {
      "X-Forwarded-Uri", "/ip/once", "X-Forwarded-For", "198.51.100.77", "X-Idempotency-Key", "k"
    };
    assertThat(left(server.get(PATH, headers))).isEqualTo("4");
    assertThat(left(server.get(PATH, headers))).isEqualTo("3");
  }

  @Test
  void method_isThatOfTheDescribedRequest() {
    Reply posted = server.get(PATH, "X-Forwarded-Uri", "/methods", "X-Forwarded-Method", "POST");
    assertThat(left(posted)).isEqualTo("999");
    Reply original = server.get(PATH, "X-Original-URI", "/methods", "X-Original-Method", "post");
    assertThat(left(original)).isEqualTo("998");
    assertThat(left(server.get(PATH, "X-Forwarded-Uri", "/methods"))).isNull();
    assertThat(left(server.post(PATH, "a body", "X-Forwarded-Uri", "/methods"))).isEqualTo("997");
  }

  @Test
  void forwardedHost_isAnAttribute() {
    String[] one = {"X-Forwarded-Uri", "/hosts", "X-Forwarded-Host", "one.example"};
    assertThat(left(server.get(PATH, one))).isEqualTo("4");
    assertThat(left(server.get(PATH, one))).isEqualTo("3");
    assertThat(
            left(server.get(PATH, "X-Forwarded-Uri", "/hosts", "X-Forwarded-Host", "two.example")))
        .isEqualTo("4");
  }

  @ParameterizedTest
  @ValueSource(strings = {"GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "PATCH", "PROPFIND"})
  void authorize_byAnyMethod_decides(String method) {
    String client = "2001:db8:" + Integer.toHexString(method.hashCode() & 0xffff) + "::";
    for (int i = 0; i < 6; i++) {
      Reply reply =
          server.send(
              server
                  .request(PATH, "X-Forwarded-Uri", "/ip", "X-Forwarded-For", client)
                  .method(method, BodyPublishers.noBody()));
      assertThat(reply.status()).isEqualTo(i < 5 ? 200 : 429);
      assertThat(reply.header("X-RateLimit-Limit")).isEqualTo("5");
      assertThat(reply.body().isEmpty()).isEqualTo(i < 5 || method.equals("HEAD"));
    }
  }

  @Test
  void denial_withDenyStatus_hasThatStatus() {
    String[] headers = {"X-Forwarded-Uri", "/ip", "X-Forwarded-For", "198.51.100.20"};
    for (int i = 0; i < 5; i++) {
      left(server.get(PATH + "?deny-status=403", headers));
    }
    Reply forbidden = server.get(PATH + "?deny-status=403", headers);
    assertThat(forbidden.status()).isEqualTo(403);
    assertThat(forbidden.json().getString("rule")).isEqualTo("per-ip");
    assertThat(Long.parseLong(forbidden.header("Retry-After"))).isPositive();
    assertThat(server.get(PATH, headers).status()).isEqualTo(429);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "200",
        "399",
        "600",
        "4030",
        "x",
        "",
        "-403",
        "%zz",
        "%",
        "403%00",
        "4%ff3",
        "%D9%A4%D9%A0%D9%A3"
      })
  void denyStatus_thatIsInvalid_isRefusedAndChargesNothing(String status) throws IOException {
    try (RawHttp raw = server.raw()) {
      raw.send(
          "GET "
              + PATH
              + "?deny-status="
              + status
              + " HTTP/1.1\r\nHost: x\r\nX-Forwarded-Uri: /ip\r\nX-Forwarded-For: 198.51.100.30\r\n\r\n");
      assertThat(raw.answer().status()).isEqualTo(400);
    }
    assertThat(
            server
                .check("{\"ip\":\"198.51.100.30\",\"endpoint\":\"/ip\",\"cost\":0}")
                .json()
                .getLong("remaining"))
        .isEqualTo(5);
  }

  @ParameterizedTest
  @CsvSource({
    "'203.0.113.1, 198.51.100.41, 10.1.2.3', 198.51.100.41",
    "'198.51.100.42', 198.51.100.42",
    "'unknown, 198.51.100.43', 198.51.100.43",
    "'198.51.100.9, nonsense, 10.9.9.9', 10.9.9.9",
    "'::ffff:198.51.100.44', 198.51.100.44"
  })
  void client_isTheLastUntrustedForwardedAddress(String forwardedFor, String client) {
    server.get(PATH, "X-Forwarded-Uri", "/ip/walk", "X-Forwarded-For", forwardedFor);
    assertThat(
            server
                .check("{\"ip\":\"" + client + "\",\"endpoint\":\"/ip\",\"cost\":0}")
                .json()
                .getLong("remaining"))
        .isEqualTo(4);
  }

  @Test
  void forwardedHeaders_thatContradict_areIgnored() {
    Reply reply =
        server.get(
            PATH,
            "X-Forwarded-Uri",
            "/ip/both",
            "Forwarded",
            "for=198.51.100.51",
            "X-Forwarded-For",
            "198.51.100.52");
    assertThat(reply.status()).isEqualTo(200);
    for (String client : new String[] {"198.51.100.51", "198.51.100.52"}) {
      assertThat(
              server
                  .check("{\"ip\":\"" + client + "\",\"endpoint\":\"/ip\",\"cost\":0}")
                  .json()
                  .getLong("remaining"))
          .isEqualTo(5);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "X-Forwarded-Uri, /ip, X-Original-URI, /free",
    "X-Forwarded-Uri, /free, X-Original-URI, /ip",
    "X-Original-URI, /ip, X-Original-Url, https://h/free",
    "X-Forwarded-Uri, /ip, X-Forwarded-Uri, /free",
    "X-Forwarded-Method, GET, X-Original-Method, POST"
  })
  void request_describedTwice_isRefused(String one, String a, String other, String b) {
    Reply reply = server.get(PATH, one, a, other, b, "X-Forwarded-For", "198.51.100.60");
    BadRequestTest.assertProblem(reply, 400);
  }

  @ParameterizedTest
  @CsvSource({
    "https://h?u=/free, /",
    "https://h#/free, /",
    "ip?u=https://h/free, /ip",
    "ip/a://h/free, /ip/a:/h/free",
    "HTTPS://h/ip, /ip"
  })
  void path_isFoundInAnyFormOfUri(String uri, String path) {
    Reply reply =
        server.get(
            PATH, "X-Forwarded-Uri", uri, "X-Forwarded-For", "2001:db8:" + uri.length() + "::");
    assertThat(reply.status()).isEqualTo(200);
    assertThat(reply.header("X-RateLimit-Limit")).isEqualTo(path.startsWith("/ip") ? "5" : null);
  }

  @Test
  void delay_isWaitedByTheServer() {
    String[] headers = {"X-Forwarded-Uri", "/patient-ip", "X-Forwarded-For", "198.51.100.70"};
    long start = System.nanoTime();
    for (int i = 0; i < 4; i++) {
      assertThat(server.get(PATH, headers).status()).isEqualTo(200);
    }
    assertThat(System.nanoTime() - start).isGreaterThan(250_000_000L);
  }
}
