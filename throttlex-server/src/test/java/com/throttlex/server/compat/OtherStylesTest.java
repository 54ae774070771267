package com.throttlex.server.compat;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.key.SecretValue;
import com.throttlex.server.RunningServer;
import com.throttlex.server.RunningServer.Reply;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Clients of other API styles, against the whole service on its first start. */
class OtherStylesTest {
  @TempDir static Path folder;
  private static RunningServer server;

  @BeforeAll
  static void start() throws IOException {
    server = RunningServer.startWithoutRules(folder);
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  private static JsonObject admin(int status, String method, String path, String body) {
    Reply reply = server.admin(method, path, body);
    assertThat(reply.status()).as(reply.body()).isEqualTo(status);
    return reply.body().isEmpty() ? new JsonObject() : reply.json();
  }

  private static String window(String key, int capacity) {
    return new JsonObject()
        .put("key", key)
        .put("type", "SLIDING_WINDOW")
        .put("capacity", capacity)
        .put("windowSeconds", 3600)
        .encode();
  }

  private static String path(String route, String key) {
    return route + key.replace("|", "%7C").replace("/", "%2F");
  }

  @Test
  void policy_ofAnApiKeyWithoutItsPart_isADigestInMetricsForEveryone() {
    admin(201, "POST", "/admin/policies", window("sk_live_secret", 1));
    server.check("{\"apiKey\":\"sk_live_secret\"}");
    server.check("{\"apiKey\":\"sk_live_secret\"}");

    assertThat(server.admin("GET", "/metrics", "").body())
        .contains(SecretValue.digest("sk_live_secret"))
        .doesNotContain("sk_live_secret");
    assertThat(admin(200, "GET", "/admin/policies/sk_live_secret", "").getString("policyKey"))
        .isEqualTo("sk_live_secret");
    admin(204, "DELETE", "/admin/policies/sk_live_secret", "");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '~',
      value = {
        "203.0.113.9; {\"ip\":\"203.0.113.9\"}",
        "198.51.100.7; {\"ip\":\"::ffff:198.51.100.7\",\"user\":\"u\"}",
        "2001:db8::1; {\"ip\":\"2001:DB8:0:0::1\"}",
        "user-123; {\"user\":\"user-123\"}",
        "ak_bare; {\"apiKey\":\"ak_bare\"}",
        "user:123|route:/v1/pay; {\"user\":\"123\",\"endpoint\":\"/v1/pay\"}",
        "ip:203.0.113.10|route:/v1/pay; {\"ip\":\"203.0.113.10\",\"endpoint\":\"/v1/pay\"}",
      })
  void policy_forAnyKey_limitsItsRequests(String key, String check) {
    JsonObject created = admin(201, "POST", "/admin/policies", window(key, 2));
    Reply first = server.check(check);
    server.check(check);
    Reply denied = server.check(check);

    assertThat(created.getString("policyKey")).isEqualTo(key);
    assertThat(first.status()).as(first.body()).isEqualTo(200);
    assertThat(first.json().getLong("limit")).isEqualTo(2);
    assertThat(denied.status()).isEqualTo(429);
    assertThat(denied.json().getString("message")).isEqualTo("Rate limit exceeded for key: " + key);
    JsonObject metrics = admin(200, "GET", path("/admin/metrics/", key), "");
    assertThat(metrics)
        .isEqualTo(
            new JsonObject()
                .put("key", key)
                .put("algorithm", "SLIDING_WINDOW")
                .put("currentTokens", 0)
                .put("capacity", 2)
                .put("windowRequestCount", 2)
                .put("windowSeconds", 3600)
                .put("status", "THROTTLED"));
    String label = key.startsWith("ak_") ? SecretValue.digest(key) : key;
    assertThat(server.metric("throttlex_tokens_remaining{policy=\"" + label + "\"}")).isZero();
    assertThat(admin(200, "POST", path("/admin/reset/", key), "").getBoolean("reset")).isTrue();
    assertThat(server.check(check).status()).isEqualTo(200);
    admin(204, "DELETE", path("/admin/policies/", key), "");
    assertThat(server.check(check).json().getLong("limit")).isNotEqualTo(2);
  }

  @Test
  void policy_forAUser_isNotDrainedByAnApiKeyOfThatName() {
    admin(201, "POST", "/admin/policies", window("user-123", 2));
    String user = "{\"user\":\"user-123\"}";
    String apiKey = "{\"apiKey\":\"user-123\"}";

    assertThat(statuses(apiKey)).containsExactly(200, 200, 429);
    assertThat(admin(200, "GET", "/admin/metrics/user-123", "").getLong("currentTokens")).isZero();
    assertThat(server.metric("throttlex_tokens_remaining{policy=\"user-123\"}")).isZero();
    assertThat(statuses(user)).containsExactly(200, 200, 429);
    assertThat(admin(200, "POST", "/admin/reset/user-123", "").getBoolean("reset")).isTrue();
    assertThat(statuses(apiKey)).containsExactly(200, 200, 429);
    assertThat(statuses(user)).containsExactly(200, 200, 429);
    admin(200, "POST", "/admin/reset/user-123", "");
    admin(204, "DELETE", "/admin/policies/user-123", "");
  }

  private static List<Integer> statuses(String check) {
    return Stream.generate(() -> server.check(check).status()).limit(3).toList();
  }

  @Test
  void policy_limitsNobodyElse() {
    admin(201, "POST", "/admin/policies", window("user:7|route:/v1/pay", 1));
    server.check("{\"user\":\"7\",\"endpoint\":\"/v1/pay\"}");

    assertThat(server.check("{\"user\":\"8\",\"endpoint\":\"/v1/pay\"}").json().getString("rule"))
        .isEqualTo("default");
    assertThat(server.check("{\"user\":\"7\",\"endpoint\":\"/v1/buy\"}").json().getString("rule"))
        .isEqualTo("default");
    assertThat(server.check("{\"user\":\"7\",\"endpoint\":\"/v1/pay\"}").status()).isEqualTo(429);
  }

  @Test
  void policy_inAnotherSpelling_isTheSame() {
    admin(201, "POST", "/admin/policies", window("route:/v1/same|user:5", 3));

    admin(409, "POST", "/admin/policies", window("user:5|route:/v1/same", 4));
    JsonObject put =
        admin(
            200,
            "PUT",
            "/admin/policies/user:5%7Croute:%2Fv1%2Fsame",
            window("user:5|route:/v1/same", 4));
    JsonObject read = admin(200, "GET", "/admin/policies/route:%2Fv1%2Fsame%7Cuser:5", "");
    assertThat(read).isEqualTo(put);
    assertThat(read.getLong("capacity")).isEqualTo(4);
  }

  @Test
  void policy_forAnApiKeyAsAPart_showsItsDigestOnly() {
    JsonObject created = admin(201, "POST", "/admin/policies", window("apikey:ak_secret", 1));
    server.check("{\"apiKey\":\"ak_secret\"}");
    Reply denied = server.check("{\"apiKey\":\"ak_secret\"}");

    assertThat(created.getString("policyKey")).startsWith("apikey:sha256:");
    assertThat(denied.status()).isEqualTo(429);
    assertThat(denied.json().getString("message")).endsWith(created.getString("policyKey"));
    assertThat(denied.body()).doesNotContain("ak_secret");
    assertThat(server.admin("GET", "/api/v1/rules", "").body()).doesNotContain("ak_secret");
    assertThat(admin(200, "GET", "/admin/policies/apikey:ak_secret", "")).isEqualTo(created);
  }

  @ParameterizedTest
  @CsvSource({"/v1/pay", "10.0.0.0/8", "usr:1|route:/v1/pay", "ip:host", "route:/v1/*"})
  void policy_forAKeyThatCannotMatch_isRefused(String key) {
    JsonObject problem = admin(422, "POST", "/admin/policies", window(key, 1));

    assertThat(problem.getString("message")).containsAnyOf("key: ", "ip: ").contains("(expected: ");
  }

  @Test
  void metricsAndReset_withoutAPolicy_workForAKeyInUse() {
    String check = "{\"user\":\"plain\",\"endpoint\":\"/api/v1/orders\",\"method\":\"POST\"}";
    server.check(check);

    assertThat(admin(200, "GET", "/admin/metrics/plain", "").getLong("currentTokens")).isEqualTo(4);
    assertThat(admin(200, "GET", "/admin/metrics/user:plain", "").getLong("capacity")).isEqualTo(5);
    assertThat(admin(200, "POST", "/admin/reset/plain", "").getBoolean("reset")).isTrue();
    assertThat(server.check(check).json().getLong("remaining")).isEqualTo(4);
    JsonObject address = admin(200, "GET", "/admin/metrics/192.0.2.77", "");
    assertThat(address.getLong("capacity")).isEqualTo(100);
    assertThat(address.getString("status")).isEqualTo("OK");
  }

  @Test
  void denial_byARule_namesThePrintedKey() {
    String login = "{\"ip\":\"192.0.2.5\",\"endpoint\":\"/login\",\"method\":\"POST\",\"cost\":5}";
    server.check(login);

    JsonObject denied = server.check(login).json();

    assertThat(denied.getString("message"))
        .isEqualTo("Rate limit exceeded for key: logins-per-address|ip=192.0.2.5");
    assertThat(denied.getString("error")).isEqualTo("Too Many Requests");
    assertThat(denied.getInteger("status")).isEqualTo(429);
    assertThat(server.post("/api/v1/check/batch", "[" + login + "]").body())
        .contains("Rate limit exceeded for key: logins-per-address|ip=192.0.2.5");
  }

  @Test
  void sampleRule_ofTheFirstStart_canBeChangedOverTheApi() {
    JsonObject changed =
        admin(
            200,
            "PUT",
            "/throttle/rules/reports-at-a-time",
            "{\"match\":{\"endpoint\":\"/reports/**\"},\"key\":[\"global\"],\"limits\":\"7/1m\"}");

    assertThat(changed.getString("source")).isEqualTo("api");
    assertThat(server.check("{\"endpoint\":\"/reports/1\"}").json().getLong("limit")).isEqualTo(7);
    assertThat(admin(200, "GET", "/throttle/rules", "").getJsonArray("rules").toString())
        .contains("orders-per-user", "logins-per-address", "7/1m");
    assertThat(folder.resolve("data/rules.yml")).doesNotExist();
  }

  @Test
  void throttle_checksCreatesAndMeasuresUnderOneBase() {
    JsonObject created =
        admin(
            201,
            "PUT",
            "/throttle/rules/search",
            "{\"match\":{\"endpoint\":\"/search\"},\"key\":[\"user\"],\"limits\":\"1/1h\"}");
    Reply allowed =
        server.admin("POST", "/throttle/check", "{\"user\":\"s\",\"endpoint\":\"/search\"}");
    Reply denied =
        server.admin("POST", "/throttle/check", "{\"user\":\"s\",\"endpoint\":\"/search\"}");

    assertThat(created.getString("id")).isEqualTo("search");
    admin(422, "PUT", "/throttle/rules/other", "{\"id\":\"another\",\"limits\":\"1/1h\"}");
    assertThat(allowed.status()).as(allowed.body()).isEqualTo(200);
    assertThat(allowed.header("X-RateLimit-Remaining")).isEqualTo("0");
    assertThat(denied.status()).isEqualTo(429);
    assertThat(denied.header("X-RateLimit-Retry-After")).isNotNull();
    assertThat(server.post("/throttle/check", "{\"user\":\"s\",\"endpoint\":\"/search\"}").status())
        .isEqualTo(429);
    assertThat(
            server
                .send(
                    RunningServer.request(server.adminPort(), "/throttle/check")
                        .POST(java.net.http.HttpRequest.BodyPublishers.ofString("{}")))
                .status())
        .isEqualTo(401);
    admin(400, "POST", "/throttle/check", "{\"usr\":\"s\"}");
    JsonObject metrics = admin(200, "GET", "/throttle/metrics", "");
    assertThat(metrics.getJsonObject("totals").getLong("denied")).isGreaterThanOrEqualTo(2);
    assertThat(metrics.getJsonObject("totals").getLong("allowed")).isPositive();
    assertThat(metrics.getJsonObject("rates").getDouble("deniedShare")).isBetween(0.0, 1.0);
    assertThat(metrics.getJsonObject("latency").fieldNames()).contains("p50Ms", "p95Ms", "p99Ms");
    assertThat(metrics.getJsonObject("health").getString("status")).isEqualTo("UP");
    assertThat(metrics.getJsonObject("topKeys").getJsonArray("mostDenied").toString())
        .contains("search|user=s");
  }

  @Test
  void flatRule_isWrittenReadAndEnforced() {
    String body =
        """
        {"rule_id":"pay-per-key","name":"Payments per API key","dimension":"apikey",
         "endpoint_pattern":"/api/v1/payments","limit":2,"window_seconds":3600,
         "algorithm":"sliding_window","tier":"premium"}""";
    JsonObject created = admin(201, "POST", "/api/v1/rules", body);

    JsonObject shown = created.copy();
    assertThat(shown.remove("created_at")).isEqualTo(shown.remove("updated_at"));
    assertThat(shown).isEqualTo(new JsonObject(body));
    String check = "{\"apiKey\":\"k\",\"endpoint\":\"/api/v1/payments\",\"tier\":\"premium\"}";
    assertThat(server.check(check).json().getLong("remaining")).isEqualTo(1);
    JsonObject updated = admin(200, "PUT", "/api/v1/rules/pay-per-key", body.replace(":2,", ":5,"));
    assertThat(updated.getLong("limit")).isEqualTo(5);
    assertThat(updated.getString("created_at")).isEqualTo(created.getString("created_at"));
    assertThat(server.check(check).json().getLong("limit")).isEqualTo(5);
    JsonObject own = admin(200, "GET", "/api/v1/rules/pay-per-key", "");
    assertThat(own.getString("name")).isEqualTo("Payments per API key");
    assertThat(own.getString("created_at")).isEqualTo(created.getString("created_at"));
    Reply accepted =
        server.admin("GET", "/api/v1/rules", "", "Accept", "application/vnd.throttlex.rule+json");
    assertThat(accepted.header("Content-Type")).isEqualTo("application/vnd.throttlex.rule+json");
    JsonArray all = accepted.json().getJsonArray("rules");
    assertThat(all.stream().map(rule -> ((JsonObject) rule).getString("rule_id")))
        .contains("pay-per-key", "orders-per-user");
    admin(204, "DELETE", "/api/v1/rules/pay-per-key", "");
  }

  @Test
  void flatRule_thatIsWrong_isRefusedWithEveryProblem() {
    JsonObject problem =
        admin(
            422, "POST", "/api/v1/rules", "{\"rule_id\":\"a b\",\"dimension\":\"x\",\"limits\":1}");

    assertThat(problem.getJsonArray("problems")).hasSize(5);
    JsonObject tier =
        admin(
            422,
            "POST",
            "/api/v1/rules",
            "{\"rule_id\":\"a\",\"dimension\":\"ip\",\"limit\":1,\"window_seconds\":1,\"tier\":\"x\"}");
    assertThat(tier.getString("detail")).contains("\"x\"").contains("premium");
  }

  @Test
  void flatRule_overARuleWithMore_losesNothing() {
    String body =
        "{\"rule_id\":\"orders-per-user\",\"dimension\":\"user\",\"limit\":1,\"window_seconds\":1}";

    admin(409, "PUT", "/api/v1/rules/orders-per-user", body);
    assertThat(server.admin("GET", "/api/v1/rules/orders-per-user", "").body())
        .contains("enterprise");
  }

  @Test
  void customLimits_stayUntilTheyAreRemoved() {
    String tier = "/api/v1/users/vip/tier";
    JsonObject set =
        admin(
            200,
            "PUT",
            tier,
            "{\"tier\":\"pro\",\"custom_limits\":{\"orders-per-user\":\"777/1m\"}}");
    String check = "{\"user\":\"vip\",\"endpoint\":\"/api/v1/orders\",\"method\":\"POST\"}";

    assertThat(set.getJsonObject("custom_limits").getJsonArray("orders-per-user"))
        .containsExactly("777/1m");
    assertThat(server.check(check).json().getLong("limit")).isEqualTo(777);
    admin(200, "PUT", tier, "{\"tier\":\"free\"}");
    assertThat(server.check(check).json().getLong("limit")).isEqualTo(777);
    JsonObject limits = admin(200, "GET", "/api/v1/users/vip/limits", "");
    assertThat(limits.getJsonArray("overrides").getJsonObject(0).getValue("expiresAt")).isNull();
    assertThat(server.admin("GET", "/api/v1/audit?user=vip", "").body())
        .contains("777/1m until removed");
    admin(422, "PUT", tier, "{\"tier\":\"pro\",\"custom_limits\":{\"nothing\":\"1/1m\"}}");
    admin(200, "PUT", tier, "{\"tier\":\"free\",\"custom_limits\":{\"orders-per-user\":null}}");
    assertThat(server.check(check).json().getLong("limit")).isEqualTo(5);
  }

  @Test
  void override_withoutAnEnd_staysUntilItIsRemoved() {
    String path = "/api/v1/users/guest/override";
    JsonObject set = admin(201, "POST", path, "{\"rule\":\"orders-per-user\",\"limits\":\"9/1m\"}");
    String check = "{\"user\":\"guest\",\"endpoint\":\"/api/v1/orders\",\"method\":\"POST\"}";

    assertThat(set.containsKey("expiresAt")).isTrue();
    assertThat(set.getValue("expiresAt")).isNull();
    assertThat(server.check(check).json().getLong("limit")).isEqualTo(9);
    admin(204, "DELETE", path, "");
    assertThat(server.check(check).json().getLong("limit")).isEqualTo(5);
  }

  @Test
  void leakyBucket_answersWithTheQueuePosition() {
    admin(
        201,
        "POST",
        "/api/v1/rules",
        "{\"id\":\"leaky\",\"match\":{\"endpoint\":\"/leaky\"},\"key\":[\"global\"],"
            + "\"limits\":\"3/1h\",\"algorithm\":\"leaky-bucket\"}");

    JsonObject first = server.check("{\"endpoint\":\"/leaky\"}").json();
    JsonObject second = server.check("{\"endpoint\":\"/leaky\"}").json();

    assertThat(first.getLong("queue_position")).isEqualTo(1);
    assertThat(second.getLong("queue_position")).isEqualTo(2);
    assertThat(server.check("{\"user\":\"q\"}").json().containsKey("queue_position")).isFalse();
  }

  @Test
  void otherStyles_areNotDeprecated() {
    Reply reply = server.admin("GET", "/admin/status", "");

    assertThat(reply.json().getString("status")).isEqualTo("UP");
    assertThat(reply.json().getString("version")).isNotEmpty();
    assertThat(reply.header("Deprecation")).isNull();
    assertThat(reply.header("Sunset")).isNull();
  }
}
