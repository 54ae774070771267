package com.throttlex.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.tck.Await;
import com.throttlex.tck.servers.PostgresServer;
import com.throttlex.tck.servers.RedisServer;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Counters that move from PostgreSQL to Redis under load: by a migration of the store, and by the
 * `store` of a rule, which two nodes learn at different times.
 */
class StoreMigrationTest {
  private static final int LIMIT = 40;
  private static final String RULE =
      "  - {id: %s, match: {endpoint: /%<s}, key: [user], limits: 40/1s, algorithm: %s,"
          + " on-store-failure: deny%s}\n";

  @TempDir Path folder;

  private static String rules(String flagged) {
    return "version: 1\ndefault-rule: none\nrules:\n"
        + RULE.formatted("window", "fixed-window", "")
        + RULE.formatted("bucket", "token-bucket", "")
        + RULE.formatted("log", "sliding-window-log", "")
        + RULE.formatted("flagged", "fixed-window", flagged)
        + RULE.formatted("slots", "concurrency", "").replace("40/1s", "4/1s");
  }

  /** Returns how many moves are in progress; unlike the admin API, health has no limit. */
  private static int moving(RunningServer node) {
    return node.health("store").getInteger("moves");
  }

  private static JsonArray moves(RunningServer node) {
    RunningServer.Reply reply = node.admin("GET", "/api/v1/stores", "");
    assertThat(reply.status()).isEqualTo(200);
    return reply.json().getJsonArray("moves");
  }

  /** Returns the moves as they were shortly before the first of them ended. */
  private static JsonArray lastStateOfBoth(RunningServer node, MoveLoad load) {
    JsonArray last = moves(node);
    while (moving(node) == 2) {
      load.awaitAdmitted(load.admitted() + LIMIT / 2);
      JsonArray current = moves(node);
      last = current.size() == 2 ? current : last;
    }
    return last;
  }

  private static JsonObject store(RunningServer node, String name) {
    return node.admin("GET", "/api/v1/stores", "").json().getJsonArray("stores").stream()
        .map(JsonObject.class::cast)
        .filter(store -> store.getString("name").equals(name))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void admitted_whileCountersMoveFromPostgresToRedis_isNeverMoreThanTheLimit() throws Exception {
    try (RedisServer redis = RedisServer.start()) {
      String sql = PostgresServer.shared().newDatabase();
      String settings =
          "store: '%s'\nstores: {redis: '%s'}\nstore-timeout: 2s".formatted(sql, redis.url());
      try (TwoNodes nodes = TwoNodes.start(folder, rules(""), settings);
          MoveLoad load = new MoveLoad(List.of(nodes.a(), nodes.b()), LIMIT)) {
        load.start();
        load.awaitAdmitted(3 * LIMIT);
        Files.writeString(nodes.a().rules(), rules(", store: redis"));
        Await.until("the move of a rule", () -> moving(nodes.a()) > 0);
        String move = new JsonObject().put("from", sql).put("to", redis.url()).encode();
        RunningServer.Reply begun = nodes.b().admin("POST", "/api/v1/stores/move", move);
        assertThat(begun.status()).as(begun.body()).isEqualTo(202);
        Files.writeString(nodes.b().rules(), rules(", store: redis"));

        Await.until("the move of the store", () -> moving(nodes.a()) == 2);
        JsonArray moves = lastStateOfBoth(nodes.a(), load);
        Await.until(
            Duration.ofMinutes(3),
            () -> "the end of the moves: " + moves(nodes.a()).encode(),
            () -> moving(nodes.a()) == 0 && moving(nodes.b()) == 0);
        load.awaitAdmitted(load.admitted() + 3 * LIMIT);
        load.stop();

        load.requireBounds();
        assertThat(moves).hasSize(2);
        for (int i = 0; i < 2; i++) {
          JsonObject verdicts = moves.getJsonObject(i).getJsonObject("verdicts");
          assertThat(verdicts.getLong("same")).as(moves.encode()).isGreaterThan(LIMIT);
        }
        assertThat(store(nodes.a(), "redis").getLong("rules")).isEqualTo(5);
        assertThat(store(nodes.b(), "default").getLong("rules")).isZero();
      }
    }
  }
}
