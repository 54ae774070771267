package com.throttlex.benchmarks.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import com.throttlex.tck.servers.RedisServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.springframework.context.ConfigurableApplicationContext;

class GatewayPeerTest {
  @Test
  void gateway_withRedis_forwardsAndChargesTheUser() throws Exception {
    HttpServer upstream = upstream();
    try (RedisServer redis = RedisServer.start();
        ConfigurableApplicationContext gateway =
            GatewayPeer.start(
                "0",
                Integer.toString(upstream.getAddress().getPort()),
                Integer.toString(redis.port()))) {
      String port = gateway.getEnvironment().getRequiredProperty("local.server.port");
      HttpResponse<String> response = order(port);
      assertThat(response.statusCode()).isEqualTo(200);
      assertThat(response.body()).isEqualTo("an order");
      assertThat(response.headers().firstValue("X-RateLimit-Remaining")).hasValue("999999");
      assertThat(redis.command("KEYS", "*u-7*")).asString().contains("tokens");
    } finally {
      upstream.stop(0);
    }
  }

  private static HttpServer upstream() throws IOException {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          byte[] body = "an order".getBytes(StandardCharsets.UTF_8);
          exchange.sendResponseHeaders(200, body.length);
          exchange.getResponseBody().write(body);
          exchange.close();
        });
    server.start();
    return server;
  }

  private static HttpResponse<String> order(String port) throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/api/v1/orders/7"))
            .header("X-User", "u-7")
            .timeout(Duration.ofSeconds(10))
            .build();
    return HttpClient.newHttpClient().send(request, BodyHandlers.ofString());
  }
}
