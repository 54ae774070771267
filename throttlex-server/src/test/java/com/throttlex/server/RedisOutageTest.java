package com.throttlex.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.tck.Await;
import com.throttlex.tck.MachineTime;
import com.throttlex.tck.servers.RedisServer;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The service while its Redis is unavailable. */
class RedisOutageTest {
  private static final String RULES =
      """
      version: 1
      default-rule: none
      adaptive: {weights: {response-time: 1}}
      rules:
        - {id: guarded, match: {endpoint: /guarded}, key: [user], limits: 100/1s, adaptive: {min: 10, max: 100, health: [throttlex]}}
        - {id: local, match: {endpoint: /local}, key: [user], limits: 20/1d, algorithm: fixed-window}
        - {id: allow, match: {endpoint: /allow}, key: [user], limits: 1/1d, on-store-failure: allow}
        - {id: deny, match: {endpoint: /deny}, key: [user], limits: 20/1d, on-store-failure: deny}
      """;

  @TempDir Path folder;
  private final RedisServer redis = RedisServer.start();

  @AfterEach
  void close() {
    redis.close();
  }

  private RunningServer start() throws IOException {
    return RunningServer.start(folder, RULES, "store: " + redis.url() + "\n");
  }

  private static JsonObject check(RunningServer node, String endpoint) {
    JsonObject body = new JsonObject().put("user", "u").put("endpoint", endpoint);
    RunningServer.Reply reply = node.check(body.encode());
    assertThat(reply.status()).isIn(200, 429);
    return reply.json();
  }

  private static void awaitDegraded(RunningServer node, boolean degraded) {
    Await.until(
        "degraded: " + degraded, () -> check(node, "/allow").getBoolean("degraded") == degraded);
  }

  private static JsonObject store(RunningServer node) {
    RunningServer.Reply health = node.send(RunningServer.request(node.adminPort(), "/health"));
    assertThat(health.status()).isEqualTo(200);
    return health.json().getJsonObject("components").getJsonObject("store");
  }

  private static int admitted(RunningServer node, String endpoint, int calls) {
    int admitted = 0;
    for (int i = 0; i < calls; i++) {
      admitted += check(node, endpoint).getBoolean("allowed") ? 1 : 0;
    }
    return admitted;
  }

  @Test
  void requests_whileRedisIsAway_areAnsweredByTheModeOfTheirRule() throws Exception {
    try (RunningServer node = start()) {
      awaitDegraded(node, false);
      redis.kill();
      awaitDegraded(node, true);

      assertThat(admitted(node, "/local", 50)).isEqualTo(20);
      assertThat(admitted(node, "/allow", 50)).isEqualTo(50);
      assertThat(admitted(node, "/deny", 50)).isZero();
      Await.until("an open circuit", () -> "open".equals(store(node).getString("breaker")));
      assertThat(store(node).getString("detail")).startsWith("degraded: ");
      // Not at any moment: the circuit is half open while Redis is tried.
      Await.until(
          "an open circuit in the metrics", () -> node.metric("throttlex_breaker_state") == 2);
      assertThat(node.metric("throttlex_fallback_total")).isGreaterThanOrEqualTo(150);
      Await.until("20 units here only", () -> discrepancy(node, "unreconciled") == 20);
      assertThat(discrepancy(node, "unreconciledBound")).isEqualTo(20);
      assertThat(node.metric("throttlex_discrepancy_units")).isEqualTo(20);
      assertThat(node.metric("throttlex_discrepancy_bound_units")).isEqualTo(20);

      redis.restart();
      double back = MachineTime.of(() -> awaitDegraded(node, false));
      assertThat(back).as("milliseconds until Redis decides again").isLessThan(5_000);
      assertThat(store(node).getString("breaker")).isEqualTo("closed");
      assertThat(admitted(node, "/deny", 50)).isEqualTo(20);
      Await.until("counts that agree", () -> discrepancy(node, "unreconciled") == 0);
      assertThat(node.metric("throttlex_discrepancy_units")).isZero();
      assertThat(node.remaining("u", "/local")).isZero();
    }
  }

  private static long discrepancy(RunningServer node, String name) {
    return store(node).getJsonObject("discrepancy").getLong(name);
  }

  @Test
  void limitThatFollowsTheService_whileTheCircuitOfRedisIsOpen_isCut() throws Exception {
    try (RunningServer node = start()) {
      awaitDegraded(node, false);
      Await.until("the limit as written", () -> check(node, "/guarded").getLong("limit") == 100);
      redis.kill();
      awaitDegraded(node, true);
      Await.until("a limit that was cut", () -> check(node, "/guarded").getLong("limit") <= 50);
      JsonObject adaptive = node.admin("GET", "/api/v1/adaptive", "").json();
      JsonObject own = adaptive.getJsonObject("sources").getJsonObject("throttlex");
      assertThat(own.getJsonObject("values").getDouble("circuitBreaker")).isPositive();
      assertThat(adaptive.getString("problem")).isNotEmpty();
      redis.restart();
      Await.until("the limit of all nodes", () -> check(node, "/guarded").getLong("limit") > 50);
    }
  }

  @Test
  void start_withoutRedis_servesAndFindsItLater() throws Exception {
    redis.kill();
    try (RunningServer node = start()) {
      assertThat(check(node, "/local").getBoolean("degraded")).isTrue();
      assertThat(store(node).getString("detail")).contains("no connection");
      redis.restart();
      awaitDegraded(node, false);
    }
  }
}
