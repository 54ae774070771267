package com.throttlex.server.acceptance;

import static com.throttlex.server.acceptance.Exchanges.admitted;
import static com.throttlex.server.acceptance.Exchanges.json;
import static com.throttlex.server.acceptance.Exchanges.retryAfter;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.throttlex.server.RunningServer;
import com.throttlex.server.RunningServer.Reply;
import com.throttlex.tck.Await;
import com.throttlex.tck.servers.FaultProxy;
import com.throttlex.tck.servers.RedisServer;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The token bucket service: stateless nodes, buckets in Redis, a strategy by address, by path and
 * by API key. The tests follow the sections of its document.
 */
class TokenBucketServiceTest {
  private static final String RULES =
      """
      version: 1
      default-rule: none
      rules:
        - {id: ip, match: {endpoint: /v1/**}, key: [ip], limits: 4/365d}
        - {id: api, match: {endpoint: /v1/orders}, key: [endpoint], limits: 6/365d, on-store-failure: allow}
        - {id: apikey, match: {endpoint: /v1/**}, key: [api-key], limits: 8/365d}
        - {id: refill, match: {endpoint: /refill}, key: [user], limits: 2/1s, burst: 5}
        - {id: several, match: {endpoint: /several}, key: [user], limits: 1/1m, burst: 5}
        - {id: nodes, match: {endpoint: /nodes}, key: [user], limits: 100/365d}
        - {id: open, match: {endpoint: /open}, key: [ip], limits: 1/365d, on-store-failure: allow}
        - {id: closed, match: {endpoint: /closed}, key: [ip], limits: 9/365d, on-store-failure: deny}
      """;

  @TempDir static Path folder;
  private static final RedisServer redis = RedisServer.start();
  private static final RedisKeys keys = new RedisKeys(redis);
  private static RunningServer service;

  @BeforeAll
  static void start() throws IOException {
    service = node("a", RULES, redis.url());
  }

  private static RunningServer node(String name, String rules, String store) throws IOException {
    String settings = "{store: '" + store + "', store-timeout: 2s}";
    return RunningServer.start(Files.createDirectory(folder.resolve(name)), rules, settings);
  }

  @AfterAll
  static void stop() {
    service.close();
    redis.close();
  }

  private static String bucket(String user, int tokens) {
    return "{\"user\":\"" + user + "\",\"endpoint\":\"/refill\",\"cost\":" + tokens + "}";
  }

  private static String from(String ip, String endpoint) {
    return "{\"ip\":\"" + ip + "\",\"endpoint\":\"" + endpoint + "\"}";
  }

  // 2. Design principles

  @Test
  void nodes_withoutAStateOfTheirOwn_shareOneBucket() throws IOException {
    try (RunningServer other = node("b", RULES, redis.url())) {
      String check = "{\"user\":\"shared\",\"endpoint\":\"/nodes\"}";

      assertThat(admitted(List.of(service, other), 150, check)).isEqualTo(100);
    }
  }

  // 3. Model

  @Test
  void bucket_thatIsNew_isFull() {
    JsonObject peek = json(service.check(bucket("fresh", 0)), 200);

    assertThat(peek.getLong("limit")).isEqualTo(5);
    assertThat(peek.getLong("remaining")).isEqualTo(5);
  }

  @Test
  void bucket_thatIsDrained_refillsAtItsRateUpToItsCapacity() {
    long start = System.nanoTime();
    json(service.check(bucket("refilled", 5)), 200);
    Await.until("a full bucket", () -> remaining("refilled") == 5);
    double seconds = (System.nanoTime() - start) / 1e9;

    assertThat(seconds).as("5 tokens at 2 a second").isGreaterThan(2.4);
    assertThat(remaining("refilled")).isEqualTo(5);
  }

  private static long remaining(String user) {
    return service.check(bucket(user, 0)).json().getLong("remaining");
  }

  // 4. Keys

  @ParameterizedTest
  @CsvSource({
    "ip, 192.168.1.10, '{\"ip\":\"192.168.1.10\",\"endpoint\":\"/v1/items\"}'",
    "api, /v1/orders, '{\"endpoint\":\"/v1/orders\"}'",
    "apikey, sha256:*, '{\"apiKey\":\"abc123\",\"endpoint\":\"/v1/items\"}'"
  })
  void key_ofAStrategy_hasItsNameAndItsIdentifier(String strategy, String value, String check) {
    redis.command("FLUSHALL");

    json(service.check(check), 200);

    // Also in the key: the hash tag of a Cluster and the index of the limit; a secret is a digest.
    assertThat(keys.matching("rl:{*}:" + strategy + "|*=" + value + ":0")).hasSize(1);
  }

  // 5 to 7. Atomicity and the script

  @Test
  void requests_inParallel_takeEachTokenOnce() {
    String check = "{\"user\":\"race\",\"endpoint\":\"/nodes\"}";

    assertThat(admitted(List.of(service), 150, check)).isEqualTo(100);
  }

  @Test
  void request_forSeveralTokens_getsThemAllOrNone() {
    String check = "{\"user\":\"several\",\"endpoint\":\"/several\",\"cost\":%d}";
    JsonObject taken = json(service.check(check.formatted(3)), 200);
    Reply tooMany = service.check(check.formatted(4));

    assertThat(taken.getBoolean("allowed")).isTrue();
    assertThat(taken.getLong("remaining")).isEqualTo(2);
    assertThat(json(tooMany, 429).getBoolean("allowed")).isFalse();
    assertThat(retryAfter(tooMany)).as("2 tokens at one a minute").isBetween(60L, 120L);
    assertThat(json(service.check(check.formatted(2)), 200).getLong("remaining")).isZero();
  }

  // 10 and 11. Strategies

  @Test
  void request_underSeveralStrategies_needsThemAll() {
    String check = "{\"ip\":\"10.1.0.%d\",\"apiKey\":\"several\",\"endpoint\":\"/v1/reports\"}";
    for (int i = 0; i < 8; i++) {
      json(service.check(check.formatted(i)), 200);
    }

    JsonObject denial = json(service.check(check.formatted(0)), 429);
    JsonObject address = json(service.check(from("10.1.0.0", "/v1/reports")), 200);

    assertThat(denial.getString("rule")).isEqualTo("apikey");
    assertThat(address.getLong("currentCount")).as("no charge for the denied one").isEqualTo(2);
  }

  @Test
  void strategy_thatIsSwitchedOff_doesNotApply() throws IOException {
    String on = "{\"id\":\"extra\",\"match\":{\"endpoint\":\"/extra\"},\"limits\":\"1/365d\"}";
    String off = on.replace("\"id\"", "\"mode\":\"off\",\"id\"");
    json(service.admin("POST", "/api/v1/rules", on), 201);
    json(service.check(from("10.2.0.1", "/extra")), 200);
    json(service.check(from("10.2.0.1", "/extra")), 429);

    json(service.admin("PUT", "/api/v1/rules/extra", off), 200);

    json(service.check(from("10.2.0.1", "/extra")), 200);
  }

  // 12. Redis limiter, 18. Performance

  @Test
  void decision_takesOneScriptCall() {
    json(service.check(bucket("warm", 1)), 200);
    long before = keys.calls("evalsha");
    for (int i = 0; i < 10; i++) {
      service.check("{\"user\":\"once-" + i + "\",\"endpoint\":\"/refill\"}");
    }

    assertThat(keys.calls("evalsha") - before).as("with heartbeats").isBetween(10L, 15L);
  }

  @Test
  void script_thatRedisHasForgotten_isLoadedAgain() {
    json(service.check(bucket("forgotten", 1)), 200);
    redis.command("SCRIPT", "FLUSH");

    JsonObject answer = json(service.check(bucket("forgotten", 1)), 200);

    assertThat(answer.getBoolean("degraded")).isFalse();
  }

  // 13. Failure handling

  @Test
  void request_whileRedisFails_isAllowedOrDeniedAsConfigured() throws IOException {
    try (FaultProxy link = FaultProxy.to(redis.port());
        RunningServer node = node("cut", RULES, "redis://127.0.0.1:" + link.port())) {
      json(node.check(from("10.3.0.1", "/open")), 200);
      json(node.check(from("10.3.0.1", "/open")), 429);
      link.cut();
      Await.until("a degraded answer", () -> degraded(node));

      Await.until("an admission", () -> node.check(from("10.3.0.1", "/open")).status() == 200);
      json(node.check(from("10.3.0.1", "/closed")), 429);
      assertThat(node.metric("throttlex_store_errors_total")).isPositive();
      assertThat(node.health("store").getString("detail")).startsWith("degraded: ");

      link.pass();
      Await.until("an answer of Redis", () -> !degraded(node));
      json(node.check(from("10.3.0.1", "/open")), 429);
    }
  }

  private static boolean degraded(RunningServer node) {
    return node.check(from("10.3.0.2", "/closed").replace("}", ",\"cost\":0}"))
        .json()
        .getBoolean("degraded");
  }

  // 15. HTTP filter

  @Test
  void filterOfAGateway_onRejection_answers429() {
    String[] request = {"X-Forwarded-Uri", "/v1/filtered", "X-API-Key", "filtered"};
    for (int i = 0; i < 4; i++) {
      assertThat(service.get("/api/v1/authorize", request).status()).isEqualTo(200);
    }

    assertThat(service.get("/api/v1/authorize", request).status()).isEqualTo(429);
  }

  // 16. Configuration

  @Test
  void start_withWrongConfiguration_failsWithEveryProblem() {
    String wrong = "{version: 1, rules: [{id: ip, key: [ip], limits: lots, algorithm: magic}]}";

    assertThatThrownBy(() -> node("wrong", wrong, redis.url()).close())
        .hasMessageContaining("limits: \"lots\"")
        .hasMessageContaining("algorithm: \"magic\"");
  }

  // 19. Operation

  @Test
  void bucket_thatIsNotUsed_expires() {
    service.check(bucket("idle", 1));

    assertThat(keys.matching("rl:{idle}:*"))
        .hasSize(1)
        .allSatisfy(key -> assertThat(keys.expiresInMillis(key)).isBetween(1L, 120_000L));
  }
}
