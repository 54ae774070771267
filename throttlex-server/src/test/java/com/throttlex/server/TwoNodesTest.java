package com.throttlex.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.tck.Await;
import com.throttlex.tck.MachineTime;
import com.throttlex.tck.servers.RedisServer;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two nodes with a database each, on one Redis: one limit, and the same rules. */
class TwoNodesTest {
  private static final String RULES =
      """
      version: 1
      default-rule: none
      rules:
        - {id: exact, match: {endpoint: /exact}, key: [user], limits: 500/1d, algorithm: fixed-window}
        - {id: bucket, match: {endpoint: /bucket}, key: [user], limits: 500/365d}
        - {id: leased, match: {endpoint: /leased}, key: [user], limits: 5000/1d, algorithm: fixed-window, sync: leased}
        - {id: slots, match: {endpoint: /slots}, key: [user], limits: 1/1h, algorithm: concurrency}
        - {id: deny, match: {endpoint: /deny}, key: [user], limits: 500/1d, on-store-failure: deny}
      """;

  @TempDir static Path folder;
  private static RedisServer redis;
  private static TwoNodes nodes;
  private static RunningServer a;
  private static RunningServer b;

  @BeforeAll
  static void start() throws IOException {
    redis = RedisServer.start();
    // A busy machine must not look like an unavailable Redis, so the nodes have long timeouts.
    nodes = TwoNodes.start(folder, RULES, "store: " + redis.url() + "?timeout=2s\n");
    a = nodes.a();
    b = nodes.b();
  }

  @AfterAll
  static void stop() {
    nodes.close();
    redis.close();
  }

  @Test
  void nodes_underParallelChecks_admitExactlyTheLimitTogether() throws Exception {
    for (int round = 0; round < 3; round++) {
      assertThat(nodes.admitted(400, "exact-" + round, "/exact")).isEqualTo(500);
      assertThat(nodes.admitted(400, "bucket-" + round, "/bucket")).isEqualTo(500);
    }
    assertThat(a.metric("throttlex_fallback_total") + b.metric("throttlex_fallback_total"))
        .isZero();
  }

  @Test
  void nodes_thatLease_admitNoMoreThanTheLimitAndHardlyAskRedis() throws Exception {
    long before = scripts();
    long admitted = nodes.admitted(3_000, "leasing", "/leased");

    assertThat(admitted).isBetween(4_000L, 5_000L);
    assertThat(scripts() - before).as("calls for 6,000 decisions").isLessThan(600);
    assertThat(nodes.admitted(1_000, "leasing", "/leased") + admitted).isLessThanOrEqualTo(5_000);
  }

  private static long scripts() {
    return String.valueOf(redis.command("INFO", "commandstats"))
        .lines()
        .filter(line -> line.startsWith("cmdstat_evalsha:"))
        .mapToLong(line -> Long.parseLong(line.replaceAll(".*:calls=([0-9]+),.*", "$1")))
        .sum();
  }

  @Test
  void rule_changedOnOneNode_isEnforcedOnTheOtherWithinASecond() {
    String rule = "{\"id\":\"fresh\",\"match\":{\"endpoint\":\"/fresh\"},\"key\":[\"user\"],";
    change(a, "POST", "/api/v1/rules", rule + "\"limits\":\"7/1d\"}", 201);
    awaitLimit(b, 7);
    change(b, "PUT", "/api/v1/rules/fresh", rule + "\"limits\":\"9/1d\"}", 200);
    awaitLimit(a, 9);
    change(a, "DELETE", "/api/v1/rules/fresh", "", 204);
    awaitLimit(b, -1);
  }

  private static void change(
      RunningServer node, String method, String path, String body, int status) {
    assertThat(node.admin(method, path, body).status()).isEqualTo(status);
  }

  /** Waits for the limit on a node; it must come within a second of this machine's time. */
  private static void awaitLimit(RunningServer node, long limit) {
    String what = "limit " + limit + " on the other node";
    double millis =
        MachineTime.of(
            () -> Await.until(what, () -> TwoNodes.limit(node, "somebody", "/fresh") == limit));
    assertThat(millis).as(what + ", in milliseconds").isLessThan(1_000);
  }

  @Test
  void slot_takenOnOneNode_isFreedOnTheOther() {
    JsonObject taken = a.check(TwoNodes.body("u", "/slots")).json();
    assertThat(b.check(TwoNodes.body("u", "/slots")).status()).isEqualTo(429);
    String settle =
        new JsonObject().put("reservation", taken.getString("reservation")).put("cost", 0).encode();
    assertThat(b.post("/api/v1/settle", settle).status()).isEqualTo(200);
    assertThat(a.check(TwoNodes.body("u", "/slots")).status()).isEqualTo(200);
  }

  @Test
  void repetition_onTheOtherNode_getsTheFirstAnswer() {
    String[] key = {"X-Idempotency-Key", "once"};
    String first = a.check(TwoNodes.body("again", "/exact"), key).body();
    assertThat(b.check(TwoNodes.body("again", "/exact"), key).body()).isEqualTo(first);
    assertThat(a.remaining("again", "/exact")).isEqualTo(499);
  }

  @Test
  void counter_resetOnOneNode_isWholeOnTheOther() throws Exception {
    assertThat(nodes.admitted(250, "reset", "/exact")).isEqualTo(500);
    assertThat(a.check(TwoNodes.body("reset", "/exact")).status()).isEqualTo(429);
    assertThat(b.admin("DELETE", "/api/v1/keys/exact%7Cuser=reset", "").status()).isEqualTo(204);
    assertThat(b.check(TwoNodes.body("reset", "/exact")).status()).isEqualTo(200);
    Await.until(
        "the reset counter on the other node",
        () -> a.check(TwoNodes.body("reset", "/exact")).status() == 200);
  }

  @Test
  void health_namesTheStoreAndCountsTheNodes() {
    Await.until("two nodes in health", () -> a.health("store").getInteger("nodes") == 2);
    assertThat(a.health("store").getMap())
        .containsAllEntriesOf(Map.of("kind", "redis", "breaker", "closed", "status", "UP"));
  }
}
