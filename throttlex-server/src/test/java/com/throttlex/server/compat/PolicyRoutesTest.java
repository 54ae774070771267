package com.throttlex.server.compat;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.request.RequestContext;
import com.throttlex.server.admin.AdminTest;
import com.throttlex.server.admin.PercentText;
import com.throttlex.server.admin.TopKey;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Policies, key metrics and resets under /admin, and rules under /throttle. */
class PolicyRoutesTest extends AdminTest {
  private static final String BUCKET =
      """
      {"key":"user-123","type":"TOKEN_BUCKET","capacity":100,"refillRate":10,"windowSeconds":60}""";
  private static final String WINDOW =
      """
      {"key":"user-123","type":"SLIDING_WINDOW","capacity":3,"windowSeconds":60}""";

  private HttpResponse<String> create(String policy) {
    return server.send("POST", "/admin/policies", policy);
  }

  private JsonArray policies() {
    return new JsonArray(server.get("/admin/policies").body());
  }

  private void use(String user, int times) {
    for (int i = 0; i < times; i++) {
      server.throttlex.check(RequestContext.ofUser(user));
    }
  }

  @Test
  void policy_isARuleForOneKey() {
    JsonObject created = json(create(BUCKET), 201);

    long id = created.getLong("id");
    assertThat(id).isPositive();
    assertThat(created)
        .isEqualTo(new JsonObject(BUCKET.replace("\"key\"", "\"policyKey\"")).put("id", id));
    JsonObject rule = server.json("/api/v1/rules/policy-user-123");
    assertThat(rule.getJsonObject("match").getJsonArray("subjects"))
        .isEqualTo(new JsonArray(List.of("user-123")));
    use("user-123", 5); // all that per-user allows
    JsonObject metrics = server.json("/admin/metrics/user-123");
    assertThat(metrics.getLong("currentTokens")).isEqualTo(95);
    assertThat(metrics.getLong("capacity")).isEqualTo(100);
    assertThat(metrics.getLong("windowRequestCount")).isEqualTo(5);
    assertThat(metrics.getLong("windowSeconds")).isEqualTo(60);
    assertThat(metrics.getString("algorithm")).isEqualTo("TOKEN_BUCKET");
    assertThat(metrics.getString("status")).isEqualTo("OK");
    assertThat(audited()).containsExactly("ada rule-created");
  }

  @Test
  void tokenBucketPolicy_refillsAtItsRate() {
    create(BUCKET.replace("100", "4"));
    use("user-123", 4);
    assertThat(server.json("/admin/metrics/user-123").getString("status")).isEqualTo("THROTTLED");

    server.clock.advance(Duration.ofMillis(200));

    assertThat(server.json("/admin/metrics/user-123").getLong("currentTokens")).isEqualTo(2);
  }

  @Test
  void slidingWindowPolicy_isALogOrACounterByItsCapacity() {
    create(WINDOW);
    create(WINDOW.replace("user-123", "big").replace(":3,", ":100001,"));

    assertThat(server.json("/api/v1/rules/policy-user-123").getString("algorithm"))
        .isEqualTo("sliding-window-log");
    assertThat(server.json("/api/v1/rules/policy-big").getString("algorithm"))
        .isEqualTo("sliding-window-counter");
    use("user-123", 3);
    JsonObject metrics = server.json("/admin/metrics/user-123");
    assertThat(metrics.getString("algorithm")).isEqualTo("SLIDING_WINDOW");
    assertThat(metrics.getString("status")).isEqualTo("THROTTLED");
    assertThat(policies()).hasSize(2);
  }

  @Test
  void policy_isReadReplacedAndDeleted() {
    create(WINDOW);

    JsonObject read = json(server.get("/admin/policies/user-123"), 200);
    JsonObject replaced =
        json(server.send("PUT", "/admin/policies/user-123", BUCKET.replace("10,", "20,")), 200);

    assertThat(read.getLong("capacity")).isEqualTo(3);
    assertThat(replaced.getLong("refillRate")).isEqualTo(20);
    assertThat(replaced.getLong("id")).isEqualTo(read.getLong("id"));
    assertThat(server.json("/admin/policies/user-123")).isEqualTo(replaced);
    assertThat(server.send("DELETE", "/admin/policies/user-123", "").statusCode()).isEqualTo(204);
    problem(server.get("/admin/policies/user-123"), 404);
    problem(server.send("PUT", "/admin/policies/user-123", BUCKET), 404);
    problem(server.send("DELETE", "/admin/policies/user-123", ""), 404);
  }

  @Test
  void policyThatIsThereIsAConflict_wrongOneIsRefusedWithEveryProblem() {
    create(BUCKET);

    problem(create(BUCKET), 409);
    assertThat(problems(create("{\"type\":\"X\",\"capacity\":0,\"windowSeconds\":-1,\"a\":1}")))
        .hasSize(5);
    assertThat(problems(create(BUCKET.replace("10,", "99999999999999,")))).hasSize(1);
    assertThat(problems(create(BUCKET.replace("user-123", "ä".repeat(1025))))).hasSize(1);
    assertThat(problems(server.send("PUT", "/admin/policies/user-123", WINDOW.replace("123", "4"))))
        .hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"a b", "a_b", "a|b=%", "ä/ö", "a_20b", "auth0|5f7c8ec7"})
  void policyKey_withSpecialCharacters_isReadBack(String key) {
    create(new JsonObject(WINDOW).put("key", key).encode());
    use(key, 1);

    String path = PercentText.encode(key);
    assertThat(server.json("/admin/policies/" + path).getString("policyKey")).isEqualTo(key);
    assertThat(server.json("/admin/metrics/" + path).getLong("windowRequestCount")).isEqualTo(1);
  }

  @Test
  void policyId_ofDifferentKeys_isDifferent() {
    List<String> keys = List.of("a b", "a_b", "a_20b", "a-b", "ab", "a%20b", "A b", "a  b");

    assertThat(keys.stream().map(PolicyId::of)).doesNotHaveDuplicates();
  }

  @Test
  void rule_thatAPolicyCannotExpress_isNotShownAsAPolicy() {
    create(WINDOW);
    String rule = server.get("/api/v1/rules/policy-user-123").body();

    server.send(
        "PUT", "/api/v1/rules/policy-user-123", new JsonObject(rule).put("mode", "off").encode());

    problem(server.get("/admin/policies/user-123"), 404);
    assertThat(policies()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"5/1m", "5/500ms"})
  void bucket_thatRefillsTooSlowlyOrTooOften_isNotShownAsAPolicy(String limits) {
    String rule =
        """
        {"id":"policy-slow","match":{"subjects":["slow"]},"key":["subject"],"limits":"%s"}"""
            .formatted(limits);
    json(server.send("POST", "/api/v1/rules", rule), 201);

    problem(server.get("/admin/policies/slow"), 404);
    assertThat(policies()).isEmpty();
  }

  @Test
  void policyOfAnEarlierRelease_isShownForItsUser_andAppliesToAllAfterAPut() {
    String earlier =
        """
        {"id":"policy-old","match":{"users":["old"]},"key":["user"],
         "limits":{"amount":600,"period":"1m","burst":100}}""";
    json(server.send("POST", "/api/v1/rules", earlier), 201);
    use("old", 2);

    JsonObject read = json(server.get("/admin/policies/old"), 200);
    assertThat(read.getLong("refillRate")).isEqualTo(10);
    assertThat(server.json("/admin/metrics/old").getLong("windowRequestCount")).isEqualTo(2);
    json(server.send("PUT", "/admin/policies/old", read.encode()), 200);
    server.throttlex.check(RequestContext.builder().apiKey("old").build());
    assertThat(server.json("/admin/metrics/old").getLong("windowRequestCount")).isEqualTo(1);
  }

  @Test
  void ruleOfASubjectWithOneCounter_isNotShownAsAPolicy() {
    String rule =
        """
        {"id":"policy-one","match":{"subjects":["one"]},"key":["global"],"limits":"600/1m"}""";
    json(server.send("POST", "/api/v1/rules", rule), 201);
    use("one", 2);

    problem(server.get("/admin/policies/one"), 404);
    assertThat(policies()).isEmpty();
    json(server.get("/admin/metrics/one"), 200);
    json(server.get("/admin/metrics"), 200);
    json(server.send("POST", "/admin/reset/one", ""), 200);
    problem(create(WINDOW.replace("user-123", "one")), 409);
  }

  @ParameterizedTest
  @ValueSource(strings = {"s", "user:s"})
  void reset_ofAKey_includesRulesThatCountBySubject(String key) {
    String rule =
        """
        {"id":"some","match":{"subjects":["s","t"]},"key":["subject"],"limits":"3/1h"}""";
    json(server.send("POST", "/api/v1/rules", rule), 201);
    use("s", 3);
    use("t", 3);

    assertThat(server.json("/admin/metrics/" + key).getLong("currentTokens")).isZero();
    json(server.send("POST", "/admin/reset/" + key, ""), 200);
    assertThat(server.throttlex.inspect("some|subject=user:s")).isEmpty();
    assertThat(server.throttlex.inspect("some|subject=user:t").get(0).remaining()).isZero();
  }

  @Test
  void metrics_ofAKeyOfARule_areShown() {
    use("u", 5);

    JsonObject metrics = server.json("/admin/metrics/per-user%7Cuser=u");

    assertThat(metrics.getString("algorithm")).isEqualTo("SLIDING_WINDOW_LOG");
    assertThat(metrics.getString("status")).isEqualTo("THROTTLED");
    problem(server.get("/admin/metrics/per-user%7Cuser=x"), 404);
    problem(server.get("/admin/metrics/nothing%7Cuser=x"), 404);
  }

  @ParameterizedTest
  @ValueSource(strings = {"/admin/metrics", "/throttle/metrics"})
  void allMetrics_showTopKeysAndPolicies(String path) {
    create(WINDOW);
    server.topKeys.add(new TopKey("per-user|user=u", "per-user", 3, 4, 0));

    JsonObject metrics = server.json(path);

    assertThat(metrics.getJsonArray("keys").getJsonObject(0).getLong("denied")).isEqualTo(4);
    assertThat(metrics.getInteger("policyCount")).isEqualTo(1);
    assertThat(metrics.getJsonArray("policies").getJsonObject(0).getString("key"))
        .isEqualTo("user-123");
  }

  @ParameterizedTest
  @ValueSource(strings = {"user-123", "policy-user-123%7Csubject=user:user-123"})
  void reset_forgetsTheCounterAndIsAudited(String key) {
    create(WINDOW);
    use("user-123", 3);

    JsonObject reset = json(server.send("POST", "/admin/reset/" + key, ""), 200);

    assertThat(reset.getBoolean("reset")).isTrue();
    assertThat(server.json("/admin/metrics/user-123").getLong("currentTokens")).isEqualTo(3);
    assertThat(audited()).endsWith("ada key-reset");
    problem(server.send("POST", "/admin/reset/nothing%7Cuser=x", ""), 404);
  }

  @Test
  void status_hasHealthAndVersion() {
    JsonObject status = json(server.get("/admin/status"), 200);

    assertThat(status.getString("status")).isEqualTo("UP");
    assertThat(status.getString("version")).isEqualTo("1.2.3");
    assertThat(status.getJsonObject("components").getJsonObject("store").getString("status"))
        .isEqualTo("UP");
  }

  @Test
  void throttleRules_areTheSameAsTheApiRules() {
    server.send("POST", "/api/v1/rules", "{\"id\":\"r\",\"limits\":\"1/1s\"}");

    assertThat(server.json("/throttle/rules")).isEqualTo(server.json("/api/v1/rules"));
    json(server.send("PUT", "/throttle/rules/r", "{\"limits\":\"2/1s\"}"), 200);
    assertThat(server.json("/api/v1/rules/r").getString("limits")).isEqualTo("2/1s");
  }
}
