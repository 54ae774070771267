package com.throttlex.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.throttlex.tck.Await;
import com.throttlex.tck.servers.PostgresServer;
import com.throttlex.tck.servers.RedisServer;
import io.vertx.core.json.JsonObject;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The service with a rule in Redis next to a default store in PostgreSQL. */
class RuleStoresServiceTest {
  private static final String RULES =
      """
      version: 1
      default-rule: none
      rules:
        - {id: hot, key: [user], limits: 5/1s, algorithm: fixed-window, store: redis,
           on-store-failure: deny}
        - {id: cold, match: {endpoint: /cold}, key: [user], limits: 7/1h, on-store-failure: deny}
        - {id: both, match: {endpoint: /both}, key: [user], limits: 3/1h, on-store-failure: deny}
      """;

  @TempDir static Path folder;
  private static RedisServer redis;
  private static RunningServer server;
  private static String settings;

  @BeforeAll
  static void start() throws Exception {
    redis = RedisServer.start();
    settings =
        "store: '%s'\nstores: {redis: '%s'}\nstore-timeout: 1s"
            .formatted(PostgresServer.shared().newDatabase(), redis.url());
    server = RunningServer.start(folder, RULES, settings);
    Await.until(
        Duration.ofSeconds(20),
        "the end of the first move",
        () -> server.health("store").getInteger("moves") == 0);
  }

  @AfterAll
  static void stop() {
    server.close();
    redis.close();
  }

  private static JsonObject stores() {
    return server.admin("GET", "/api/v1/stores", "").json();
  }

  private static RunningServer.Reply check(String user, String endpoint) {
    return server.check(TwoNodes.body(user, endpoint));
  }

  private static long counters(String user) {
    Object found = redis.command("KEYS", "*" + user + "*");
    return found instanceof List<?> keys ? keys.size() : -1;
  }

  @Test
  void rules_areCountedInTheStoresThatTheyName() {
    assertThat(check("placed", "/cold").status()).isEqualTo(200);
    assertThat(server.admin("GET", "/api/v1/keys/cold%7Cuser=placed", "").body())
        .contains("\"remaining\":6");
    Await.until(
        "a counter in Redis, which expires within a second",
        () -> check("placed", "/hot").status() > 0 && counters("placed") == 1);
    assertThat(server.health("store").getString("kind")).isEqualTo("postgresql");
    assertThat(server.health("store:redis").getString("breaker")).isEqualTo("closed");
    String metrics = server.send(RunningServer.request(server.adminPort(), "/metrics")).body();
    assertThat(metrics)
        .contains("throttlex_latency_seconds_count{store=\"default\"}")
        .contains("throttlex_latency_seconds_count{store=\"redis\"}");
    assertThat(stores().getJsonArray("stores").stream().map(s -> ((JsonObject) s).getLong("rules")))
        .containsExactly(2L, 1L);
  }

  @Test
  void denial_byOneStore_chargesNothingInTheOther() {
    for (int i = 0; i < 3; i++) {
      assertThat(check("across", "/both").status()).isEqualTo(200);
      Await.until("room in the hot rule", () -> server.remaining("across", "/hot") > 1);
    }
    Await.until("a full counter", () -> server.remaining("across", "/hot") == 5);
    for (int i = 0; i < 20; i++) {
      RunningServer.Reply denied = check("across", "/both");
      assertThat(denied.status()).isEqualTo(429);
      assertThat(denied.json().getString("rule")).isEqualTo("both");
    }
    assertThat(server.remaining("across", "/hot")).isEqualTo(5);
  }

  @Test
  void reservation_overBothStores_isSettledInBoth() {
    JsonObject body =
        new JsonObject().put("user", "settles").put("endpoint", "/both").put("reserve", true);
    String reservation = server.check(body.encode()).json().getString("reservation");
    JsonObject settle = new JsonObject().put("reservation", reservation).put("cost", 0);
    assertThat(server.post("/api/v1/settle", settle.encode()).status()).isEqualTo(200);
    assertThat(server.remaining("settles", "/both")).isEqualTo(3);
  }

  @Test
  void repeatedRequest_overBothStores_isChargedOnce() {
    for (int i = 0; i < 3; i++) {
      RunningServer.Reply reply =
          server.check(TwoNodes.body("repeats", "/both"), "X-Idempotency-Key", "k-1");
      assertThat(reply.status()).isEqualTo(200);
    }
    assertThat(server.admin("GET", "/api/v1/keys/both%7Cuser=repeats", "").json().encode())
        .contains("\"remaining\":2");
  }

  @Test
  void key_isInspectedExplainedAndReset_inItsStore() {
    String path = "/api/v1/keys/hot%7Cuser=seen";
    Await.until(
        "a counter that expires within a second",
        () ->
            check("seen", "/hot").status() > 0
                && server.admin("GET", path, "").body().contains("\"remaining\":"));
    String explained =
        server.admin("POST", "/api/v1/explain", TwoNodes.body("seen", "/cold")).json().encode();
    assertThat(explained).contains("hot|user=seen");
    assertThat(server.admin("DELETE", path, "").status()).isIn(204, 404);
    assertThat(server.admin("GET", path, "").status()).isEqualTo(404);
  }

  @Test
  void rule_withAnUnknownStore_isRefusedWithTheKnownNames() {
    String rule = "{\"id\":\"odd\",\"limits\":\"1/1s\",\"store\":\"rediss\"}";
    RunningServer.Reply refused = server.admin("POST", "/api/v1/rules", rule);
    assertThat(refused.status()).isEqualTo(422);
    assertThat(refused.body()).contains("store: rediss (expected: one of default, redis)");
  }

  @Test
  void ruleFile_withAnUnknownStore_isRefusedWithItsLine(@TempDir Path other) {
    String rules = RULES.replace("store: redis", "store: radish");
    assertThatThrownBy(() -> RunningServer.start(other, rules, settings))
        .hasMessageContaining("rules.yml:4: ")
        .hasMessageContaining("store: radish (expected: one of default, redis)");
    assertThatThrownBy(() -> RunningServer.start(other, rules, ""))
        .hasMessageContaining("store: radish (expected: one of default)");
  }

  @Test
  void move_ofAnUnknownStore_isRefusedWithoutShowingAPassword() {
    String body = "{\"from\":\"default\",\"to\":\"redis://:secret@h\"}";
    RunningServer.Reply refused = server.admin("POST", "/api/v1/stores/move", body);
    assertThat(refused.status()).isEqualTo(422);
    assertThat(refused.body())
        .contains("to: an unknown URL (expected: one of default, redis, or the URL of one;")
        .doesNotContain("secret");
    assertThat(server.admin("POST", "/api/v1/stores/move", "{\"from\":1}").status()).isEqualTo(422);
    assertThat(stores().getJsonArray("moves")).isEmpty();
  }

  @Test
  void store_thatFails_degradesItsRulesAndNoOthers() {
    JsonObject cold = new JsonObject().put("user", "away").put("endpoint", "/none");
    redis.kill();
    try {
      Await.until("a failing store", () -> server.health("store:redis").containsKey("detail"));
      assertThat(server.health("store").containsKey("detail")).isFalse();
      assertThat(server.check(cold.encode()).status()).isEqualTo(429);
      String move = "{\"from\":\"default\",\"to\":\"redis\"}";
      RunningServer.Reply refused = server.admin("POST", "/api/v1/stores/move", move);
      assertThat(refused.status()).isEqualTo(409);
      assertThat(refused.body()).contains("to: redis is failing; nothing is moved");
    } finally {
      redis.restart();
    }
    Await.until("a healthy store", () -> !server.health("store:redis").containsKey("detail"));
  }
}
