package com.throttlex.server.proxy;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.server.RunningServer;
import com.throttlex.server.RunningServer.Reply;
import com.throttlex.tck.Await;
import io.vertx.core.json.JsonObject;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A stored request that fails every time becomes a dead letter, in about 15 seconds. */
@Tag("long")
class StoredDeadLetterTest {
  private static final String RULES =
      """
      version: 1
      default-rule: none
      rules:
        - {id: paced, key: [api-key], limits: 1/50ms, on-exceed: queue}
      """;

  @TempDir Path folder;

  @Test
  void request_thatFailsEveryTime_isADeadLetterWithoutSecrets() throws Exception {
    try (JdkUpstream upstream =
            JdkUpstream.start(exchange -> JdkUpstream.answer(exchange, 503, "down"));
        RunningServer server =
            RunningServer.startProxy(
                folder, RULES, "    - {id: app, upstreams: [%s]}%n".formatted(upstream.url()))) {
      String location = stored(server);
      Await.until(
          Duration.ofMinutes(1),
          "failure",
          () -> "failed".equals(get(server, location).header("X-ThrottleX-State")));
      JsonObject state = get(server, location).json();
      assertThat(state.getString("reason")).isEqualTo("upstream answered 503");
      assertThat(upstream.seen())
          .filteredOn(seen -> seen.header("Idempotency-key") != null)
          .hasSize(5);
      Reply letters = server.admin("GET", "/api/v1/queue/app/dead", "");
      assertThat(letters.json().getJsonArray("items")).hasSize(1);
      assertThat(letters.body())
          .contains("\"/pay\"", "upstream answered 503")
          .doesNotContain("secret");
      assertThat(server.admin("GET", "/metrics", "").body())
          .contains(
              "throttlex_proxy_stored_events_total{event=\"sent\",route=\"app\"} 5.0",
              "throttlex_proxy_stored_events_total{event=\"retried\",route=\"app\"} 4.0",
              "throttlex_proxy_stored_events_total{event=\"failed\",route=\"app\"} 1.0");
    }
  }

  /** Sends until a request is stored. */
  private static String stored(RunningServer server) {
    while (true) {
      Reply reply =
          server.send(
              RunningServer.request(
                      server.proxyPort(),
                      "/pay?token=secret",
                      "X-API-Key",
                      "secret-key",
                      "Prefer",
                      "respond-async")
                  .POST(BodyPublishers.ofString("secret body")));
      if (reply.status() == 202) {
        return reply.header("Location");
      }
      assertThat(reply.status()).isEqualTo(503);
    }
  }

  private static Reply get(RunningServer server, String location) {
    return server.send(RunningServer.request(server.proxyPort(), location));
  }
}
