package com.throttlex.server.acceptance;

import static com.throttlex.server.acceptance.Exchanges.admitted;
import static com.throttlex.server.acceptance.Exchanges.denied;
import static com.throttlex.server.acceptance.Exchanges.json;
import static com.throttlex.server.acceptance.Exchanges.retryAfter;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Offset.offset;

import com.throttlex.server.RunningServer;
import com.throttlex.server.RunningServer.Reply;
import com.throttlex.tck.Await;
import com.throttlex.tck.servers.RedisServer;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The quota service: its six algorithms and its state machine, with counters in Redis. The tests
 * follow the sections of its document; {@link QuotaApiTest} has the first ones.
 */
class QuotaAlgorithmsTest {
  private static final String RULES =
      """
      version: 1
      default-rule: none
      rules:
        - {id: tb, match: {endpoint: /tb}, key: [user], limits: 1/2s, burst: 5}
        - {id: lb, match: {endpoint: /lb}, key: [user], limits: 1/1m, burst: 3, algorithm: leaky-bucket}
        - {id: lb-brief, match: {endpoint: /lb-brief}, key: [user], limits: 2/1s, algorithm: leaky-bucket}
        - {id: fw, match: {endpoint: /fw}, key: [user], limits: 4/1h, algorithm: fixed-window}
        - {id: fw-brief, match: {endpoint: /fw-brief}, key: [user], limits: 4/1s, algorithm: fixed-window}
        - {id: swl, match: {endpoint: /swl}, key: [user], limits: 3/1h, algorithm: sliding-window-log}
        - {id: swl-brief, match: {endpoint: /swl-brief}, key: [user], limits: 3/1s, algorithm: sliding-window-log}
        - {id: swc, match: {endpoint: /swc}, key: [user], limits: 10/1h, algorithm: sliding-window-counter}
        - {id: swc-brief, match: {endpoint: /swc-brief}, key: [user], limits: 10/1s, algorithm: sliding-window-counter}
        - {id: gcra, match: {endpoint: /gcra}, key: [user], limits: 1/2s, burst: 3, algorithm: gcra}
        - {id: state, match: {endpoint: /state}, key: [user], limits: 10/1d, algorithm: sliding-window-log}
      """;

  @TempDir static Path folder;
  private static final RedisServer redis = RedisServer.start();
  private static RunningServer service;

  @BeforeAll
  static void start() throws IOException {
    service =
        RunningServer.start(folder, RULES, "{store: '" + redis.url() + "', store-timeout: 2s}");
  }

  @AfterAll
  static void stop() {
    service.close();
    redis.close();
  }

  private static String check(String user, String endpoint, int cost) {
    return "{\"user\":\"%s\",\"endpoint\":\"%s\",\"cost\":%d}".formatted(user, endpoint, cost);
  }

  // 1. Token bucket

  @Test
  void tokenBucket_allowsABurstAndTellsWhenTheTokensAreBack() {
    long began = System.nanoTime();
    JsonObject allowed = json(service.check(check("burst", "/tb", 4)), 200);
    Reply denial = service.check(check("burst", "/tb", 4));
    long seconds = (System.nanoTime() - began) / 1_000_000_000 + 1;

    assertThat(allowed.getLong("remaining")).isEqualTo(1);
    json(denial, 429);
    assertThat(retryAfter(denial))
        .as("(4 - 1) tokens at one in 2 s")
        .isBetween(Math.max(1, 6 - seconds), 6L);
  }

  // 2. Leaky bucket

  @Test
  void leakyBucket_thatIsFull_overflows() {
    for (int i = 1; i <= 3; i++) {
      JsonObject entered = json(service.check(check("full", "/lb", 1)), 200);
      assertThat(entered.getLong("queue_position")).isEqualTo(i);
    }
    Reply overflow = service.check(check("full", "/lb", 1));

    json(overflow, 429);
    assertThat(retryAfter(overflow)).as("the time for one slot").isBetween(1L, 60L);
  }

  @Test
  void leakyBucket_whenASlotHasLeaked_admitsAgain() {
    denied(service, check("leaks", "/lb-brief", 1));

    Await.until("a slot", () -> service.check(check("leaks", "/lb-brief", 1)).status() == 200);
  }

  // 3. Fixed window

  @Test
  void fixedWindow_countsUntilTheNextWindowBegins() {
    Reply denial = denied(service, check("window", "/fw", 1));
    long reset = denial.json().getLong("resetAt");
    long now = Instant.parse(denial.json().getString("timestamp")).getEpochSecond();

    assertThat(reset % 3_600).as("the start of a window").isZero();
    assertThat(retryAfter(denial)).isCloseTo(reset - now, offset(1L));
    assertThat(denial.json().getLong("remaining")).isZero();
  }

  @Test
  void fixedWindow_afterItsEnd_startsAgain() {
    denied(service, check("brief", "/fw-brief", 1));

    Await.until("a window", () -> service.check(check("brief", "/fw-brief", 4)).status() == 200);
  }

  // 4. Sliding window log

  @Test
  void slidingLog_admitsItsLimitAndWaitsForTheOldestEntry() {
    assertThat(admitted(List.of(service), 10, check("log", "/swl", 1))).isEqualTo(3);
    Reply denial = denied(service, check("log", "/swl", 1));

    assertThat(retryAfter(denial)).as("oldest + window - now").isBetween(3_500L, 3_600L);
  }

  @Test
  void slidingLog_whenTheOldestEntryLeaves_admitsOneMore() {
    denied(service, check("leaves", "/swl-brief", 1));

    Await.until("room", () -> service.check(check("leaves", "/swl-brief", 1)).status() == 200);
  }

  // 5. Sliding window counter

  @Test
  void slidingCounter_admitsItsLimitInAWindow() {
    Reply denial = denied(service, check("counter", "/swc", 10));

    assertThat(denial.json().getLong("limit")).isEqualTo(10);
    // Exact, and so at most the rest of two windows; the document tells the rest of this one.
    assertThat(retryAfter(denial)).isBetween(1L, 7_200L);
  }

  @Test
  void slidingCounter_inTheNextWindow_weighsThePreviousOne() {
    denied(service, check("weighted", "/swc-brief", 10));

    Await.until(
        "a part of the limit, and not yet all of it",
        () -> {
          long remaining =
              service.check(check("weighted", "/swc-brief", 0)).json().getLong("remaining");
          return remaining > 0;
        });
    Await.until(
        "all of it", () -> service.check(check("weighted", "/swc-brief", 10)).status() == 200);
  }

  // 6. GCRA

  @Test
  void gcra_admitsItsBurstAndThenOneRequestInEachInterval() {
    JsonObject first = json(service.check(check("spaced", "/gcra", 1)), 200);
    json(service.check(check("spaced", "/gcra", 2)), 200);
    Reply denial = denied(service, check("spaced", "/gcra", 1));

    assertThat(first.getLong("remaining")).isEqualTo(2);
    assertThat(retryAfter(denial)).isBetween(1L, 2L);
    Await.until("a unit", () -> service.check(check("spaced", "/gcra", 1)).status() == 200);
  }

  // Storage patterns by algorithm

  @ParameterizedTest
  @CsvSource({"/tb, 1, 70_000", "/fw, 1, 3_670_000", "/swl, 1, 3_670_000", "/swc, 1, 7_270_000"})
  void state_inRedis_expiresSoonAfterItsWindow(String endpoint, int cost, String most) {
    String user = "ttl" + endpoint.replace("/", "-");
    service.check(check(user, endpoint, cost));
    RedisKeys keys = new RedisKeys(redis);

    assertThat(keys.matching("rl:{" + user + "}:*"))
        .hasSize(1)
        .allSatisfy(
            key ->
                assertThat(keys.expiresInMillis(key))
                    .isBetween(1L, Long.parseLong(most.replace("_", ""))));
  }

  // State machine

  @Test
  void state_goesFromNormalToWarningToThrottledAndBack() {
    Reply first = reserve(5);
    assertThat(state(first)).isEqualTo("NORMAL");
    Reply warned = reserve(4);
    assertThat(state(warned)).as("90 % used").isEqualTo("WARNING");
    assertThat(warned.header("X-RateLimit-Warning")).isEqualTo("90% used");
    Reply full = reserve(1);
    assertThat(state(full)).as("100 % used").isEqualTo("WARNING");
    Reply denial = reserve(1);
    assertThat(denial.status()).isEqualTo(429);
    assertThat(state(denial)).isEqualTo("THROTTLED");

    settle(full, 0);
    assertThat(state(reserve(0))).as("90 % used").isEqualTo("WARNING");
    settle(warned, 2);
    assertThat(state(reserve(0))).as("70 % used").isEqualTo("WARNING");
    settle(first, 4);
    assertThat(state(reserve(0))).as("60 % used").isEqualTo("NORMAL");
  }

  private static Reply reserve(int cost) {
    return service.check(
        "{\"user\":\"stateful\",\"endpoint\":\"/state\",\"reserve\":true,\"cost\":" + cost + "}");
  }

  private static String state(Reply reply) {
    return reply.json().getString("state");
  }

  private static void settle(Reply reserved, int cost) {
    String settlement =
        "{\"reservation\":\"%s\",\"cost\":%d}"
            .formatted(reserved.json().getString("reservation"), cost);
    json(service.post("/api/v1/settle", settlement), 200);
  }
}
