package com.throttlex.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.tck.servers.RedisServer;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two nodes with a database each, on one Redis: one limit, and the same rules. */
class TwoNodesTest {
  private static final int PARALLEL = 32;
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
  private static RunningServer a;
  private static RunningServer b;

  @BeforeAll
  static void start() throws IOException {
    redis = RedisServer.start();
    a = node("a");
    b = node("b");
  }

  /** A busy machine must not look like a Redis that is away, so the nodes are patient. */
  private static RunningServer node(String name) throws IOException {
    Path own = Files.createDirectory(folder.resolve(name));
    return RunningServer.start(own, RULES, "store: " + redis.url() + "?timeout=2s\n");
  }

  @AfterAll
  static void stop() {
    a.close();
    b.close();
    redis.close();
  }

  private static String body(String user, String endpoint) {
    return new JsonObject().put("user", user).put("endpoint", endpoint).encode();
  }

  /** Sends that many checks to each node, all at once, and counts those that pass. */
  private static long admitted(int each, String user, String endpoint) throws Exception {
    Semaphore room = new Semaphore(PARALLEL);
    List<CompletableFuture<Integer>> calls = new ArrayList<>();
    for (int i = 0; i < 2 * each; i++) {
      room.acquire();
      RunningServer node = i % 2 == 0 ? a : b;
      HttpRequest request =
          node.request("/api/v1/check")
              .POST(HttpRequest.BodyPublishers.ofString(body(user, endpoint)))
              .build();
      calls.add(
          node.client()
              .sendAsync(request, HttpResponse.BodyHandlers.ofString())
              .thenApply(HttpResponse::statusCode)
              .whenComplete((status, failure) -> room.release()));
    }
    long admitted = 0;
    for (CompletableFuture<Integer> call : calls) {
      int status = call.get(30, TimeUnit.SECONDS);
      assertThat(status).isIn(200, 429);
      admitted += status == 200 ? 1 : 0;
    }
    return admitted;
  }

  @Test
  void nodes_underParallelChecks_admitExactlyTheLimitTogether() throws Exception {
    for (int round = 0; round < 3; round++) {
      assertThat(admitted(400, "exact-" + round, "/exact")).isEqualTo(500);
      assertThat(admitted(400, "bucket-" + round, "/bucket")).isEqualTo(500);
    }
    assertThat(a.metric("throttlex_fallback_total") + b.metric("throttlex_fallback_total"))
        .isZero();
  }

  @Test
  void nodes_thatLease_admitNoMoreThanTheLimitAndHardlyAskRedis() throws Exception {
    long before = scripts();
    long admitted = admitted(3_000, "leasing", "/leased");

    assertThat(admitted).isBetween(4_000L, 5_000L);
    assertThat(scripts() - before).as("calls for 6,000 decisions").isLessThan(600);
    assertThat(admitted(1_000, "leasing", "/leased") + admitted).isLessThanOrEqualTo(5_000);
  }

  private static long scripts() {
    return String.valueOf(redis.command("INFO", "commandstats"))
        .lines()
        .filter(line -> line.startsWith("cmdstat_evalsha:"))
        .mapToLong(line -> Long.parseLong(line.replaceAll(".*:calls=([0-9]+),.*", "$1")))
        .sum();
  }

  @Test
  void rule_changedOnOneNode_isEnforcedOnTheOtherWithinASecond() throws Exception {
    String rule = "{\"id\":\"fresh\",\"match\":{\"endpoint\":\"/fresh\"},\"key\":[\"user\"],";
    long start = System.nanoTime();
    assertThat(a.admin("POST", "/api/v1/rules", rule + "\"limits\":\"7/1d\"}").status())
        .isEqualTo(201);
    RunningServer.await("the rule", () -> limit(b, "/fresh") == 7);
    long created = System.nanoTime();
    assertThat(b.admin("PUT", "/api/v1/rules/fresh", rule + "\"limits\":\"9/1d\"}").status())
        .isEqualTo(200);
    RunningServer.await("the change", () -> limit(a, "/fresh") == 9);
    long changed = System.nanoTime();
    assertThat(a.admin("DELETE", "/api/v1/rules/fresh", "").status()).isEqualTo(204);
    RunningServer.await("the end", () -> limit(b, "/fresh") == -1);
    long deleted = System.nanoTime();

    assertThat(List.of(created - start, changed - created, deleted - changed))
        .allMatch(nanos -> nanos < TimeUnit.SECONDS.toNanos(1));
  }

  private static long limit(RunningServer node, String endpoint) {
    return node.check(body("somebody", endpoint)).json().getLong("limit");
  }

  @Test
  void slot_takenOnOneNode_isFreedOnTheOther() {
    JsonObject taken = a.check(body("u", "/slots")).json();
    assertThat(b.check(body("u", "/slots")).status()).isEqualTo(429);
    String settle =
        new JsonObject().put("reservation", taken.getString("reservation")).put("cost", 0).encode();
    assertThat(b.post("/api/v1/settle", settle).status()).isEqualTo(200);
    assertThat(a.check(body("u", "/slots")).status()).isEqualTo(200);
  }

  @Test
  void repetition_onTheOtherNode_getsTheFirstAnswer() {
    String[] key = {"X-Idempotency-Key", "once"};
    String first = a.check(body("again", "/exact"), key).body();
    assertThat(b.check(body("again", "/exact"), key).body()).isEqualTo(first);
    assertThat(a.remaining("again", "/exact")).isEqualTo(499);
  }

  @Test
  void counter_resetOnOneNode_isWholeOnTheOther() throws Exception {
    assertThat(admitted(250, "reset", "/exact")).isEqualTo(500);
    assertThat(a.check(body("reset", "/exact")).status()).isEqualTo(429);
    assertThat(b.admin("DELETE", "/api/v1/keys/exact%7Cuser=reset", "").status()).isEqualTo(204);
    assertThat(b.check(body("reset", "/exact")).status()).isEqualTo(200);
    RunningServer.await("the reset", () -> a.check(body("reset", "/exact")).status() == 200);
  }

  @Test
  void health_namesTheStoreAndCountsTheNodes() throws Exception {
    RunningServer.await("the other node", () -> store(a).getInteger("nodes") == 2);
    assertThat(store(a).getMap())
        .containsAllEntriesOf(Map.of("kind", "redis", "breaker", "closed", "status", "UP"));
  }

  private static JsonObject store(RunningServer node) {
    return node.send(RunningServer.request(node.adminPort(), "/health"))
        .json()
        .getJsonObject("components")
        .getJsonObject("store");
  }
}
