package com.throttlex.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.server.RunningServer.Reply;
import com.throttlex.tck.Await;
import com.throttlex.tck.MachineTime;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** Two nodes with counters and records in one database: one limit, and the same rules. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class SqlNodesContract {
  private static final String RULES =
      """
      version: 1
      tiers: [free, pro]
      default-rule: none
      rules:
        - {id: exact, match: {endpoint: /exact}, key: [user], limits: 300/1d, algorithm: fixed-window}
        - {id: bucket, match: {endpoint: /bucket}, key: [user], limits: 300/365d}
        - {id: leased, match: {endpoint: /leased}, key: [user], limits: 1500/1d, algorithm: fixed-window, sync: leased}
        - {id: slots, match: {endpoint: /slots}, key: [user], limits: 1/1h, algorithm: concurrency}
        - {id: tiers, match: {endpoint: /tiers}, key: [user], limits: {free: 5/1d, pro: 50/1d}}
      """;

  private TwoNodes nodes;
  private RunningServer a;
  private RunningServer b;

  /** The URL of an empty database. */
  abstract String url();

  abstract String kind();

  @BeforeAll
  void start(@TempDir Path folder) throws IOException {
    String url = url();
    // A busy machine must not look like an unavailable database, so the nodes have long timeouts.
    String settings = "{store: '%s', store-timeout: 2s, database: '%s'}".formatted(url, url);
    nodes = TwoNodes.start(folder, RULES, settings);
    a = nodes.a();
    b = nodes.b();
  }

  @AfterAll
  void stop() {
    nodes.close();
  }

  @Test
  void nodes_underParallelChecks_admitExactlyTheLimitTogether() throws Exception {
    assertThat(nodes.admitted(250, "exact", "/exact")).isEqualTo(300);
    assertThat(nodes.admitted(250, "bucket", "/bucket")).isEqualTo(300);
    assertThat(a.metric("throttlex_fallback_total") + b.metric("throttlex_fallback_total"))
        .isZero();
  }

  @Test
  void nodes_thatLease_admitNoMoreThanTheLimit() throws Exception {
    long admitted = nodes.admitted(1_000, "leasing", "/leased");

    assertThat(admitted).isBetween(1_000L, 1_500L);
    assertThat(nodes.admitted(300, "leasing", "/leased") + admitted).isLessThanOrEqualTo(1_500);
  }

  private static void withinASecond(String what, Await.Condition condition) {
    double millis = MachineTime.of(() -> Await.until(what, condition));
    assertThat(millis).as(what + ", in milliseconds").isLessThan(1_000);
  }

  private static String rule(String id, int limit) {
    return new JsonObject()
        .put("id", id)
        .put("match", new JsonObject().put("endpoint", "/" + id))
        .put("key", List.of("user"))
        .put("limits", limit + "/1d")
        .encode();
  }

  private static Reply done(Reply reply) {
    assertThat(reply.status()).as(reply.body()).isBetween(200, 204);
    return reply;
  }

  @Test
  void rule_changedOnOneNode_isEnforcedOnTheOtherWithinASecond() {
    done(a.admin("POST", "/api/v1/rules", rule("fresh", 7)));
    withinASecond("the rule", () -> TwoNodes.limit(b, "u", "/fresh") == 7);
    done(b.admin("PUT", "/api/v1/rules/fresh", rule("fresh", 9)));
    withinASecond("the change", () -> TwoNodes.limit(a, "u", "/fresh") == 9);
    done(a.admin("DELETE", "/api/v1/rules/fresh", ""));
    withinASecond("the end", () -> TwoNodes.limit(b, "u", "/fresh") == -1);
  }

  private static int booked(RunningServer node) {
    return node.admin("GET", "/api/v1/rules?q=/service-&limit=1", "").json().getInteger("total");
  }

  @Test
  void book_putOnOneNode_isOnTheOtherWithinASecondAsOneChange() {
    Set<Integer> seen = new TreeSet<>();
    done(a.admin("PUT", "/api/v1/rules", LargeBookTest.book(500, 3)));
    withinASecond(
        "the book",
        () -> {
          seen.add(booked(b));
          return seen.contains(500);
        });
    assertThat(Set.of(0, 500)).containsAll(seen);
    assertThat(TwoNodes.limit(b, "u", "/service-7/7")).isEqualTo(3);
    String tag = a.admin("GET", "/api/v1/rules", "").header("ETag");
    assertThat(b.admin("GET", "/api/v1/rules", "").header("ETag")).isEqualTo(tag);
    done(b.admin("PUT", "/api/v1/rules", "{\"rules\":[]}", "If-Match", tag));
    withinASecond("the empty book", () -> booked(a) == 0);
  }

  @Test
  void tierAndOverride_givenOnOneNode_holdOnTheOtherWithinASecond() {
    done(a.admin("PUT", "/api/v1/users/vip/tier", "{\"tier\":\"pro\"}"));
    withinASecond("the tier", () -> TwoNodes.limit(b, "vip", "/tiers") == 50);
    String override = "{\"rule\":\"tiers\",\"limits\":\"70/1d\",\"expiresAt\":4102444800}";
    done(b.admin("POST", "/api/v1/users/vip/override", override));
    withinASecond("the override", () -> TwoNodes.limit(a, "vip", "/tiers") == 70);
    done(a.admin("DELETE", "/api/v1/users/vip/override", ""));
    withinASecond("its end", () -> TwoNodes.limit(b, "vip", "/tiers") == 50);
  }

  @Test
  void editors_onBothNodesWithTheSameVersion_areOneSuccessAndOneRefusal() throws Exception {
    String tag = done(a.admin("POST", "/api/v1/rules", rule("edited", 1))).header("ETag");
    withinASecond("the rule", () -> TwoNodes.limit(b, "u", "/edited") == 1);
    for (int round = 1; round <= 5; round++) {
      int limit = 10 * round;
      String had = tag;
      CompletableFuture<Reply> first =
          CompletableFuture.supplyAsync(() -> edit(a, rule("edited", limit), had));
      Reply second = edit(b, rule("edited", limit + 1), tag);
      List<Reply> replies = List.of(first.get(30, TimeUnit.SECONDS), second);
      assertThat(replies).extracting(Reply::status).containsExactlyInAnyOrder(200, 412);
      Reply won = replies.stream().filter(reply -> reply.status() == 200).findFirst().get();
      tag = won.header("ETag");
      long kept = replies.indexOf(won) == 0 ? limit : limit + 1;
      withinASecond("the change", () -> TwoNodes.limit(a, "u", "/edited") == kept);
      withinASecond("the change", () -> TwoNodes.limit(b, "u", "/edited") == kept);
    }
  }

  private static Reply edit(RunningServer node, String rule, String tag) {
    return node.admin("PUT", "/api/v1/rules/edited", rule, "If-Match", tag);
  }

  @Test
  void version_readOnOneNode_canBeChangedOnTheOtherAtOnce() {
    String tag = done(a.admin("POST", "/api/v1/rules", rule("at-once", 1))).header("ETag");
    String path = "/api/v1/rules/at-once";
    for (int limit = 2; limit < 8; limit++) {
      RunningServer node = limit % 2 == 0 ? b : a;
      tag = done(node.admin("PUT", path, rule("at-once", limit), "If-Match", tag)).header("ETag");
    }
    assertThat(a.admin("DELETE", path, "", "If-Match", tag).status()).isEqualTo(204);
    assertThat(b.admin("DELETE", path, "").status()).isEqualTo(404);
  }

  @Test
  void slot_takenOnOneNode_isFreedOnTheOther() {
    JsonObject taken = a.check(TwoNodes.body("u", "/slots")).json();
    assertThat(b.check(TwoNodes.body("u", "/slots")).status()).isEqualTo(429);
    JsonObject settle = new JsonObject().put("reservation", taken.getString("reservation"));
    assertThat(b.post("/api/v1/settle", settle.put("cost", 0).encode()).status()).isEqualTo(200);
    assertThat(a.check(TwoNodes.body("u", "/slots")).status()).isEqualTo(200);
  }

  @Test
  void repetition_onTheOtherNode_getsTheFirstAnswer() {
    String[] key = {"X-Idempotency-Key", "once"};
    String first = a.check(TwoNodes.body("again", "/exact"), key).body();
    assertThat(b.check(TwoNodes.body("again", "/exact"), key).body()).isEqualTo(first);
    assertThat(a.remaining("again", "/exact")).isEqualTo(299);
  }

  @Test
  void health_namesTheStoreAndCountsTheNodes() {
    Await.until("two nodes in health", () -> a.health("store").getInteger("nodes") == 2);
    assertThat(a.health("store").getMap())
        .containsAllEntriesOf(Map.of("kind", kind(), "breaker", "closed", "status", "UP"));
    assertThat(a.metric("throttlex_nodes")).isEqualTo(2);
    assertThat(a.metric("throttlex_latency_seconds_count")).isPositive();
  }
}
