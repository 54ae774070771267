package com.throttlex.server.acceptance;

import static com.throttlex.server.acceptance.Exchanges.admitted;
import static com.throttlex.server.acceptance.Exchanges.json;
import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.server.RunningServer;
import com.throttlex.tck.Await;
import com.throttlex.tck.servers.FaultProxy;
import com.throttlex.tck.servers.RedisServer;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The throttling system: its deep dives into failures (4) and into limits that follow health (5),
 * with counters in Redis behind a link that the test cuts.
 */
class ThrottleResilienceTest {
  private static final String RULES =
      """
      version: 1
      tiers: [free, premium]
      default-rule: none
      adaptive:
        thresholds: {critical: 0.2, warning: 0.5, normal: 0.8}
        weights: {response-time: 0.4, error-rate: 0.3, cpu: 0.2, queue-depth: 0.1}
        bounds: {response-time: {good: 200ms, bad: 1s}}
        gains: {proportional: 0.5, integral: 0.1, derivative: 0.2}
        interval: 50ms
        change-interval: 100ms
      rules:
        - {id: local, match: {endpoint: /local}, key: [user], limits: 20/1d, algorithm: fixed-window}
        - {id: open, match: {endpoint: /open}, key: [user], limits: 1/1d, on-store-failure: allow}
        - {id: closed, match: {endpoint: /closed}, key: [user], limits: 20/1d, on-store-failure: deny}
        - {id: protected, match: {endpoint: /protected}, key: [user], limits: 10/1d, algorithm: fixed-window, shares: {normal: {free: 60, premium: 80}}, on-exceed: shed}
        - {id: user-api, match: {services: [user-api]}, key: [global], limits: 1000/1s, adaptive: {min: 100, max: 2000}}
        - {id: held-api, match: {services: [held-api]}, key: [global], limits: 1000/1s, adaptive: {min: 100, max: 2000}}
      """;
  private static final String UNHEALTHY =
      """
      {"service":"%s","responseTime":9000,"errorRate":0.9,"cpu":1,"queueDepth":900}""";
  private static final String HEALTHY =
      """
      {"service":"%s","responseTime":20,"errorRate":0,"cpu":0.1,"queueDepth":0}""";

  @TempDir static Path folder;
  private static final RedisServer redis = RedisServer.start();
  private static final FaultProxy link = FaultProxy.to(redis.port());
  private static RunningServer service;

  @BeforeAll
  static void start() throws IOException {
    String store = "redis://127.0.0.1:" + link.port();
    service = RunningServer.start(folder, RULES, "{store: '" + store + "', store-timeout: 2s}");
  }

  @AfterEach
  void mend() {
    link.pass();
    Await.until("Redis", () -> !degraded());
  }

  @AfterAll
  static void stop() {
    service.close();
    link.close();
    redis.close();
  }

  private static boolean degraded() {
    return service
        .check("{\"user\":\"probe\",\"endpoint\":\"/closed\",\"cost\":0}")
        .json()
        .getBoolean("degraded");
  }

  private static void cut() {
    link.cut();
    Await.until("a degraded answer", ThrottleResilienceTest::degraded);
  }

  private static String breaker() {
    return service.health("store").getString("breaker");
  }

  private static String user(String name, String endpoint) {
    return "{\"user\":\"" + name + "\",\"endpoint\":\"" + endpoint + "\"}";
  }

  // Deep dive 4: no single point of failure

  @Test
  void circuit_whenRedisFailsAndRecovers_opensAndCloses() {
    assertThat(breaker()).isEqualTo("closed");

    cut();
    Await.until("an open circuit", () -> degraded() && breaker().equals("open"));
    // Not at any moment: the circuit is half open while Redis is tried.
    Await.until(
        "an open circuit in the metrics", () -> service.metric("throttlex_breaker_state") == 2);

    link.pass();
    Await.until("a closed circuit", () -> breaker().equals("closed") && !degraded());
  }

  @Test
  void requests_whileRedisFails_areLimitedLocally() {
    cut();

    assertThat(admitted(List.of(service), 50, user("local", "/local"))).isEqualTo(20);
    assertThat(service.metric("throttlex_fallback_total")).isGreaterThanOrEqualTo(50);
  }

  @Test
  void requests_whileRedisFails_areAllowedOrDeniedAsTheRuleSays() {
    cut();

    assertThat(admitted(List.of(service), 20, user("unsure", "/open"))).isEqualTo(20);
    assertThat(admitted(List.of(service), 20, user("unsure", "/closed"))).isZero();
  }

  @Test
  void counts_ofAnOutage_areReconciledWhenRedisIsBack() {
    cut();
    assertThat(admitted(List.of(service), 15, user("counted", "/local"))).isEqualTo(15);

    link.pass();

    String peek = "{\"user\":\"counted\",\"endpoint\":\"/local\",\"cost\":0}";
    Await.until(
        "15 units in Redis",
        () -> {
          JsonObject answer = service.check(peek).json();
          return !answer.getBoolean("degraded") && answer.getLong("currentCount") == 15;
        });
    assertThat(admitted(List.of(service), 20, user("counted", "/local"))).isEqualTo(5);
    assertThat(service.metric("throttlex_reconciled_total")).isPositive();
  }

  // Deep dive 5: limits that follow health

  private static long limit(String service) {
    return ThrottleResilienceTest.service
        .check("{\"service\":\"" + service + "\",\"cost\":0}")
        .json()
        .getLong("limit");
  }

  private static void push(String signals, String source) {
    json(service.admin("POST", "/api/v1/health-signals", signals.formatted(source)), 202);
  }

  @Test
  void limit_ofAServiceThatSuffers_fallsToItsMinimumAndRisesAgain() {
    assertThat(limit("user-api")).isEqualTo(1000);

    push(UNHEALTHY, "user-api");
    Await.until("the minimum", () -> limit("user-api") == 100);
    push(HEALTHY, "user-api");
    Await.until("a risen limit", () -> limit("user-api") > 200);

    assertThat(limit("user-api")).isLessThanOrEqualTo(2000);
    assertThat(service.metric("throttlex_adaptive_limit")).isPositive();
    JsonObject source =
        json(service.admin("GET", "/api/v1/adaptive", ""), 200)
            .getJsonObject("sources")
            .getJsonObject("user-api");
    assertThat(source.getJsonObject("values").fieldNames())
        .contains("responseTime", "errorRate", "cpu", "queueDepth");
  }

  @Test
  void operator_overridesFreezesAndResumesALimit() {
    String path = "/api/v1/adaptive/held-api/";

    json(service.admin("POST", path + "override", "{\"limit\":150}"), 200);
    Await.until("the limit of the operator", () -> limit("held-api") == 150);
    json(service.admin("POST", path + "resume", ""), 200);
    JsonObject frozen = json(service.admin("POST", path + "freeze", ""), 200);
    push(UNHEALTHY, "held-api");

    assertThat(frozen.getLong("limit")).isEqualTo(150);
    Await.until("the signals", () -> health("held-api") < 0.5);
    assertThat(limit("held-api")).as("a frozen limit").isEqualTo(150);
  }

  private static double health(String source) {
    JsonObject sources =
        json(service.admin("GET", "/api/v1/adaptive", ""), 200).getJsonObject("sources");
    return sources.getJsonObject(source, new JsonObject()).getDouble("health", 1.0);
  }

  @ParameterizedTest
  @CsvSource({"free, 6", "premium, 8"})
  void user_ofAPremiumTier_isProtectedLonger(String tier, int admitted) {
    String check = user(tier, "/protected").replace("}", ",\"tier\":\"" + tier + "\"}");

    assertThat(admitted(List.of(service), 12, check)).isEqualTo(admitted);
  }

  @Test
  void settings_ofTheController_areTheDefaults() {
    JsonObject adaptive =
        json(service.admin("GET", "/api/v1/rules", ""), 200).getJsonObject("adaptive");

    // Only what differs from the defaults is shown; the file has the figures of the document.
    assertThat(adaptive.fieldNames())
        .contains("interval", "change-interval")
        .doesNotContain("thresholds", "weights", "gains");
  }
}
