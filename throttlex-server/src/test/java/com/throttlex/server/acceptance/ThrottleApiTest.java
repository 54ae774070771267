package com.throttlex.server.acceptance;

import static com.throttlex.server.acceptance.Exchanges.admitted;
import static com.throttlex.server.acceptance.Exchanges.denied;
import static com.throttlex.server.acceptance.Exchanges.json;
import static com.throttlex.server.acceptance.Exchanges.retryAfter;
import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.server.RunningServer;
import com.throttlex.server.RunningServer.Reply;
import com.throttlex.tck.servers.RedisServer;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The throttling system: requirements, the API under {@code /throttle}, strategies and scale, with
 * counters in Redis. The tests follow the sections of its document; {@link ThrottleResilienceTest}
 * has its last two.
 */
class ThrottleApiTest {
  private static final String RULES =
      """
      version: 1
      tiers: [free, premium]
      default-rule: none
      rules:
        - {id: gateway, match: {services: [gateway]}, key: [global], limits: 3/1d}
        - {id: api, match: {services: [api]}, key: [global], limits: 2/1d}
        - {id: resource, match: {services: [database]}, key: [global], limits: 1/1m, algorithm: concurrency}
        - {id: per-user, match: {endpoint: /user}, key: [user], limits: 1/1d}
        - {id: per-ip, match: {endpoint: /ip}, key: [ip], limits: 1/1d}
        - {id: per-endpoint, match: {endpoint: /endpoint/*}, key: [endpoint], limits: 1/1d}
        - {id: system, match: {endpoint: /global}, key: [global], limits: 1/1d}
        - {id: classes, match: {endpoint: /classes}, key: [user], limits: 10/1d, algorithm: fixed-window, shares: {high: 100, normal: 80, low: 50}, on-exceed: shed}
        - {id: tried, match: {endpoint: /tried}, key: [user], limits: 1/1d, rollout: 50}
        - {id: hot, match: {endpoint: /hot}, key: [user], limits: 400/1d, algorithm: fixed-window, sync: leased}
        - {id: quota, match: {endpoint: /quota}, key: [user], limits: 1000/1h, burst: 20}
        - {id: window, match: {endpoint: /window}, key: [user], limits: 5/1h, algorithm: sliding-window-log}
        - {id: shaped, match: {endpoint: /shaped}, key: [user], limits: 10/1s, burst: 5, algorithm: leaky-bucket, on-exceed: {delay: 500ms}}
        - {id: simple, match: {endpoint: /simple}, key: [ip], limits: 5/1h, algorithm: fixed-window}
        - {id: tiered, match: {endpoint: /tiered}, key: [user], limits: {free: 10/1d, premium: 100/1d}}
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

  private static Reply throttle(String body) {
    return service.post("/throttle/check", body);
  }

  private static String user(String name, String endpoint) {
    return "{\"user\":\"" + name + "\",\"endpoint\":\"" + endpoint + "\"}";
  }

  // Functional requirements

  @Test
  void layers_haveTheirOwnLimits() {
    String slot = json(throttle("{\"service\":\"database\"}"), 200).getString("reservation");

    assertThat(admitted(List.of(service), 5, "{\"service\":\"gateway\"}")).isEqualTo(3);
    assertThat(admitted(List.of(service), 5, "{\"service\":\"api\"}")).isEqualTo(2);
    json(throttle("{\"service\":\"database\"}"), 429);
    json(service.post("/api/v1/settle", "{\"reservation\":\"" + slot + "\",\"cost\":0}"), 200);
    json(throttle("{\"service\":\"database\"}"), 200);
  }

  @ParameterizedTest
  @CsvSource({
    "'{\"endpoint\":\"/user\",\"user\":\"a\"}', '{\"endpoint\":\"/user\",\"user\":\"b\"}', 200",
    "'{\"endpoint\":\"/ip\",\"ip\":\"192.0.2.1\"}', '{\"endpoint\":\"/ip\",\"ip\":\"192.0.2.2\"}', 200",
    "'{\"endpoint\":\"/endpoint/a\"}', '{\"endpoint\":\"/endpoint/b\"}', 200",
    "'{\"endpoint\":\"/global\",\"user\":\"a\"}', '{\"endpoint\":\"/global\",\"user\":\"b\"}', 429"
  })
  void dimension_hasOneCounterForEachOfItsValues(String one, String other, int status) {
    json(throttle(one), 200);

    json(throttle(one), 429);
    json(throttle(other), status);
  }

  @ParameterizedTest
  @CsvSource({"low, 5", "normal, 8", "high, 10"})
  void requests_ofALowerPriority_areDeniedFirst(String priority, int admitted) {
    String check = user(priority, "/classes").replace("}", ",\"priority\":\"" + priority + "\"}");

    assertThat(admitted(List.of(service), 12, check)).isEqualTo(admitted);
  }

  @Test
  void request_thatIsCritical_isNeverThrottledBySystemProtection() {
    assertThat(
            admitted(
                List.of(service),
                30,
                user("c", "/classes").replace("}", ",\"priority\":\"critical\"}")))
        .isEqualTo(30);
  }

  // API

  @Test
  void check_onTheAdminPort_usesTheCountersOfTheDataPort() {
    String check = user("both-ports", "/window");

    JsonObject first = json(service.admin("POST", "/throttle/check", check), 200);
    JsonObject second = json(throttle(check), 200);

    assertThat(first.getLong("remaining")).isEqualTo(4);
    assertThat(second.getLong("remaining")).isEqualTo(3);
  }

  @Test
  void rule_thatIsPut_isCreatedListedAndChanged() {
    String rule =
        """
        {"match":{"endpoint":"/put"},"key":["user"],"limits":"2/1d"}""";

    json(service.admin("PUT", "/throttle/rules/put-rule", rule), 201);
    assertThat(json(throttle(user("p", "/put")), 200).getLong("limit")).isEqualTo(2);
    json(service.admin("PUT", "/throttle/rules/put-rule", rule.replace("2/1d", "3/1d")), 200);
    assertThat(json(throttle(user("p", "/put")), 200).getLong("limit")).isEqualTo(3);

    JsonArray rules = json(service.admin("GET", "/throttle/rules", ""), 200).getJsonArray("rules");
    assertThat(rules).anyMatch(each -> ((JsonObject) each).getString("id").equals("put-rule"));
  }

  @Test
  void metrics_haveTotalsRatesLatencyHealthAndTopKeys() {
    throttle(user("measured", "/window"));
    denied(service, user("measured", "/window"));

    JsonObject metrics = json(service.admin("GET", "/throttle/metrics", ""), 200);

    assertThat(metrics.getJsonObject("totals").getLong("allowed")).isPositive();
    assertThat(metrics.getJsonObject("totals").getLong("denied")).isPositive();
    assertThat(metrics.getJsonObject("rates").fieldNames())
        .contains("allowedPerSecond", "deniedPerSecond");
    assertThat(metrics.getJsonObject("latency").getDouble("p99Ms")).isPositive();
    assertThat(metrics.getJsonObject("health").getString("status")).isEqualTo("UP");
    assertThat(metrics.getJsonObject("topKeys").getJsonArray("mostDenied")).isNotEmpty();
  }

  @Test
  void answer_forAGateway_hasTheHeadersOfTheDocument() {
    long now = Instant.now().getEpochSecond();
    Reply allowed = throttle(user("headers", "/window"));
    Reply denial = denied(service, user("headers", "/window"));

    assertThat(allowed.header("X-RateLimit-Remaining")).isEqualTo("4");
    assertThat(Long.parseLong(allowed.header("X-RateLimit-Reset"))).isBetween(now, now + 3_700);
    assertThat(Long.parseLong(denial.header("X-RateLimit-Retry-After")))
        .isEqualTo(retryAfter(denial))
        .isBetween(1L, 3_600L);
  }

  // Rule management

  @Test
  void rule_rolledOutToHalfOfTheUsers_isForTheSameHalfEachTime() {
    List<Integer> limited = limitedUsers();

    assertThat(limited).hasSizeBetween(25, 75);
    assertThat(limitedUsers()).isEqualTo(limited);
  }

  /** Returns which of a hundred users the rule on trial applies to. */
  private static List<Integer> limitedUsers() {
    return IntStream.range(0, 100)
        .filter(
            i ->
                throttle("{\"user\":\"try-" + i + "\",\"endpoint\":\"/tried\",\"cost\":0}")
                        .json()
                        .getValue("rule")
                    != null)
        .boxed()
        .toList();
  }

  // Request flow and deep dive 1: local decisions

  @Test
  void hotKey_decidedFromLocalQuota_needsFewCallsAndAdmitsNoMoreThanTheLimit() {
    RedisKeys keys = new RedisKeys(redis);
    long before = keys.calls("evalsha");

    long admitted = admitted(List.of(service), 1_000, user("hot", "/hot"));

    assertThat(admitted).isBetween(300L, 400L);
    assertThat(keys.calls("evalsha") - before).isLessThan(500);
  }

  // Deep dive 2: strategies

  @Test
  void tokenBucket_forUserQuotas_allowsABurst() {
    JsonObject burst = json(throttle(user("burst", "/quota").replace("}", ",\"cost\":20}")), 200);
    Reply denial = denied(service, user("burst", "/quota"));

    assertThat(burst.getLong("remaining")).isZero();
    assertThat(retryAfter(denial)).as("3.6 s for each unit").isBetween(1L, 4L);
  }

  @Test
  void slidingWindow_forSystemProtection_countsPrecisely() {
    assertThat(admitted(List.of(service), 20, user("precise", "/window"))).isEqualTo(5);
  }

  @Test
  void leakyBucket_forBursts_shapesTheFlow() {
    List<Long> waits =
        IntStream.range(0, 4)
            .mapToObj(i -> json(throttle(user("shaped", "/shaped")), 200).getLong("delayMs", 0L))
            .toList();

    assertThat(waits.get(0)).isZero();
    assertThat(waits.get(3)).as("the wait behind three others").isBetween(1L, 300L);
  }

  @Test
  void fixedWindow_againstFloods_isSimple() {
    String flood = "{\"ip\":\"198.51.100.7\",\"endpoint\":\"/simple\"}";

    Reply denial = denied(service, flood);

    assertThat(denial.json().getLong("resetAt") % 3_600).isZero();
    assertThat(denial.json().getString("algorithm")).isEqualTo("fixed-window");
  }

  @ParameterizedTest
  @CsvSource({"free, 10", "premium, 100"})
  void tier_ofAUser_selectsTheLimit(String tier, long limit) {
    String check = user("of-" + tier, "/tiered").replace("}", ",\"tier\":\"" + tier + "\"}");

    assertThat(json(throttle(check), 200).getLong("limit")).isEqualTo(limit);
  }

  // Deep dive 3: scale

  @Test
  void checks_inABatch_areDecidedInOneCall() {
    JsonArray checks = new JsonArray();
    IntStream.range(0, 100).forEach(i -> checks.add(new JsonObject(user("b" + i, "/window"))));

    Reply answers = service.post("/api/v1/check/batch", checks.encode());

    assertThat(answers.status()).isEqualTo(200);
    assertThat(new JsonArray(answers.body()))
        .hasSize(100)
        .allMatch(answer -> ((JsonObject) answer).getBoolean("allowed"));
  }

  @Test
  void denial_repeated_comesFromTheLocalCache() {
    RedisKeys keys = new RedisKeys(redis);
    denied(service, user("cached", "/window"));
    long before = keys.calls("evalsha");

    long began = System.nanoTime();
    assertThat(admitted(List.of(service), 100, user("cached", "/window"))).isZero();
    long seconds = (System.nanoTime() - began) / 1_000_000_000 + 1;

    assertThat(keys.calls("evalsha") - before)
        .as("calls in %d s", seconds)
        .isLessThan(100)
        .isLessThanOrEqualTo(20 * seconds);
  }
}
