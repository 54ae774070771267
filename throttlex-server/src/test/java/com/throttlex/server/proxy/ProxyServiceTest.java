package com.throttlex.server.proxy;

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

/** Routes, limits and headers through the real service. */
class ProxyServiceTest {
  private static final String RULES =
      """
      version: 1
      default-rule: none
      rules:
        - {id: pay, match: {services: [orders], endpoint: /orders/pay}, key: [ip], limits: 2/1h}
        - {id: host, match: {attributes: {host: app.example.com}}, key: [ip], limits: 2/1h}
        - {id: all, match: {services: [orders]}, key: [ip], limits: 1000/1h}
      """;

  @TempDir static Path folder;
  private static JdkUpstream orders;
  private static JdkUpstream rest;
  private static RunningServer server;

  @BeforeAll
  static void start() throws IOException {
    orders =
        JdkUpstream.start(
            exchange -> {
              byte[] body = exchange.getRequestBody().readAllBytes();
              exchange.getResponseHeaders().set("X-RateLimit-Limit", "7");
              exchange.getResponseHeaders().set("X-App", "orders");
              JdkUpstream.answer(exchange, 200, "orders got " + body.length);
            });
    rest = JdkUpstream.saying("rest");
    server =
        RunningServer.startProxy(
            folder,
            RULES,
            """
                - id: orders
                  match: {path: /orders/**}
                  upstreams: [%s]
                  strip-prefix: /orders
                  max-body: 1KB
                - id: hosted
                  match: {hosts: [app.example.com]}
                  upstreams: [%s]
            """
                .formatted(orders.url(), rest.url()));
  }

  @AfterAll
  static void stop() {
    server.close();
    orders.close();
    rest.close();
  }

  private static Reply get(String path, String... headers) {
    return server.send(RunningServer.request(server.proxyPort(), path, headers));
  }

  private static Reply post(String path, String body) {
    return server.send(
        RunningServer.request(server.proxyPort(), path).POST(BodyPublishers.ofString(body)));
  }

  @Test
  void request_allowed_isForwardedWithoutItsPrefixAndWithTheLimitsInTheAnswer() {
    Reply reply = get("/orders/list?x=1&y=%20z");

    assertThat(reply.status()).isEqualTo(200);
    assertThat(reply.body()).isEqualTo("orders got 0");
    assertThat(reply.headers().allValues("X-RateLimit-Limit")).containsExactly("1000");
    assertThat(reply.header("X-App")).isEqualTo("orders");
    assertThat(reply.header("Via")).isEqualTo("1.1 throttlex");
    assertThat(orders.last().target()).isEqualTo("/list?x=1&y=%20z");
  }

  @Test
  void body_ofAnAllowedRequest_reachesTheUpstream() {
    assertThat(post("/orders/list", "a".repeat(1000)).body()).isEqualTo("orders got 1000");
  }

  @Test
  void body_largerThanTheRouteAllows_isRefusedBeforeItIsForwarded() {
    int before = orders.seen().size();

    Reply reply = post("/orders/list", "a".repeat(1025));

    assertThat(reply.status()).isEqualTo(413);
    assertThat(reply.json().getString("detail"))
        .isEqualTo("body: 1025 bytes (expected: at most 1024 on this route)");
    assertThat(orders.seen()).hasSize(before);
  }

  @Test
  void request_overItsLimit_isDeniedAndNotForwarded() throws IOException {
    assertThat(get("/orders/pay").status()).isEqualTo(200);
    assertThat(get("/ORDERS//pay").status()).isEqualTo(200);
    int before = orders.seen().size();

    Reply denied = get("/orders/x/../pay;a=b");

    assertThat(denied.status()).isEqualTo(429);
    assertThat(denied.header("Content-Type")).isEqualTo("application/problem+json");
    assertThat(denied.json().getString("rule")).isEqualTo("pay");
    assertThat(denied.header("Retry-After")).isNotNull();
    deniedBeforeItsBody();
    assertThat(orders.seen()).hasSize(before + 1);
  }

  private static void deniedBeforeItsBody() throws IOException {
    try (RawHttp client = new RawHttp(server.proxyPort())) {
      assertThat(client.post("/orders/pay", "short").answer().status()).isEqualTo(429);
      client.send("GET /orders/list HTTP/1.1\r\nHost: x\r\n\r\n");
      assertThat(client.answer().status()).isEqualTo(200); // the connection is still usable
      client.send("POST /orders/pay HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n");
      client.send("Expect: 100-continue\r\n\r\n");
      RawHttp.Answer answer = client.answer();
      assertThat(answer.status()).isEqualTo(429);
      assertThat(answer.headers()).containsEntry("connection", "close");
      assertThat(client.isClosed()).isTrue();
    }
  }

  @Test
  void limit_ofAHost_countsAllItsSpellings() throws IOException {
    assertThat(hosted("app.example.com", "1.1")).isEqualTo(200);
    assertThat(hosted("APP.example.com:65535", "1.0")).isEqualTo(200);
    assertThat(hosted("app.example.com:81", "1.1")).isEqualTo(429);
    assertThat(hosted("app.example.com:99999", "1.1")).isEqualTo(400);
  }

  private static int hosted(String host, String version) throws IOException {
    try (RawHttp client = new RawHttp(server.proxyPort())) {
      client.send("GET /h HTTP/" + version + "\r\nHost: " + host + "\r\n\r\n");
      return client.answer().status();
    }
  }

  @Test
  void request_ofNoRoute_isNotFound() {
    assertThat(get("/elsewhere").status()).isEqualTo(404);
  }
}
