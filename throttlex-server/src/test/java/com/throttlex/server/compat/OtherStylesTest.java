package com.throttlex.server.compat;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.server.RunningServer;
import com.throttlex.server.RunningServer.Reply;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.Test;

/** Clients of other API styles, against the whole service on its first start. */
class OtherStylesTest extends FirstStartService {
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
