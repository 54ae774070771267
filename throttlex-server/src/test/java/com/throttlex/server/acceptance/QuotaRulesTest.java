package com.throttlex.server.acceptance;

import static com.throttlex.server.acceptance.Exchanges.denied;
import static com.throttlex.server.acceptance.Exchanges.json;
import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.server.RunningServer;
import com.throttlex.server.RunningServer.Reply;
import com.throttlex.tck.Await;
import com.throttlex.tck.servers.RedisServer;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The quota service: its rules, users and versions over REST. The tests follow the sections of its
 * document; {@link QuotaApiTest} has those before.
 */
class QuotaRulesTest {
  private static final String RULES =
      """
      version: 1
      tiers: [free, premium, enterprise]
      default-rule: none
      rules:
        - {id: again, match: {endpoint: /again}, key: [user], limits: 2/1d, algorithm: fixed-window}
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

  private static JsonObject admin(int status, String method, String path, String body) {
    return json(service.admin(method, path, body), status);
  }

  // Data model: rules

  @Test
  void rule_inTheFormOfTheDocument_isCreatedReadChangedAndDeleted() {
    String rule =
        """
        {"rule_id":"orders-free","name":"Orders of free users","dimension":"user",\
        "endpoint_pattern":"api/v2/orders","limit":7,"window_seconds":60,\
        "algorithm":"sliding_window","tier":"free"}""";
    String path = "/api/v1/rules/orders-free";
    String[] form = {"Accept", "application/vnd.throttlex.rule+json"};

    JsonObject created = admin(201, "POST", "/api/v1/rules", rule);
    JsonObject sent = new JsonObject(rule).put("endpoint_pattern", "/api/v2/orders");
    assertThat(created.getMap()).containsAllEntriesOf(sent.getMap());
    assertThat(Instant.parse(created.getString("created_at")))
        .isBeforeOrEqualTo(Instant.parse(created.getString("updated_at")));
    assertThat(limit("/api/v2/orders")).isEqualTo(7);
    admin(200, "PUT", path, rule.replace(":7,", ":8,"));
    assertThat(limit("/api/v2/orders")).isEqualTo(8);
    JsonObject read = json(service.admin("GET", path, "", form), 200);
    assertThat(read.getLong("limit")).isEqualTo(8);
    assertThat(read.getString("created_at")).isEqualTo(created.getString("created_at"));
    JsonArray all =
        json(service.admin("GET", "/api/v1/rules", "", form), 200).getJsonArray("rules");
    assertThat(all).contains(read);
    assertThat(service.admin("DELETE", path, "").status()).isEqualTo(204);
    admin(404, "GET", path, "");
  }

  @ParameterizedTest
  @ValueSource(strings = {"token_bucket", "leaky_bucket", "fixed_window", "sliding_window", "gcra"})
  void algorithm_byItsNameInTheDocument_isUsed(String algorithm) {
    String rule =
        """
        {"rule_id":"by-%s","dimension":"ip","endpoint_pattern":"/by/%s","limit":1,\
        "window_seconds":3600,"algorithm":"%s"}"""
            .formatted(algorithm, algorithm, algorithm);
    String check = "{\"ip\":\"192.0.2.9\",\"endpoint\":\"/by/" + algorithm + "\"}";

    admin(201, "POST", "/api/v1/rules", rule);

    json(service.check(check), 200);
    json(service.check(check), 429);
  }

  // API: users

  @Test
  void user_hasEffectiveLimitsATierAndOverrides() {
    String path = "/api/v1/users/12345/";
    String rule =
        """
        {"id":"tiers","match":{"endpoint":"/tiers"},"key":["user"],\
        "limits":{"free":"10/1d","premium":"100/1d"}}""";
    admin(201, "POST", "/api/v1/rules", rule);
    assertThat(limit("/tiers")).isEqualTo(10);

    admin(200, "PUT", path + "tier", "{\"tier\":\"premium\"}");
    assertThat(limit("/tiers")).isEqualTo(100);
    admin(
        201,
        "POST",
        path + "override",
        "{\"rule\":\"tiers\",\"limits\":\"500/1d\",\"expiresAt\":4102444800}");
    assertThat(limit("/tiers")).isEqualTo(500);

    JsonObject limits = admin(200, "GET", path + "limits", "");
    assertThat(limits.getString("tier")).isEqualTo("premium");
    assertThat(limits.getJsonArray("overrides")).hasSize(1);
    assertThat(limits.getJsonArray("limits"))
        .anySatisfy(
            each -> {
              JsonObject shown = (JsonObject) each;
              assertThat(shown.getString("rule")).isEqualTo("tiers");
              assertThat(shown.getJsonArray("limits")).isEqualTo(new JsonArray().add("500/1d"));
            });
  }

  private static long limit(String endpoint) {
    String check =
        "{\"identifier\":\"12345\",\"dimension\":\"USER\",\"endpoint\":\""
            + endpoint
            + "\",\"cost\":0}";
    return json(service.check(check), 200).getLong("limit");
  }

  @Test
  void user_withCustomLimits_keepsThemUntilTheyAreRemoved() {
    String path = "/api/v1/users/special/";
    String check = "{\"user\":\"special\",\"endpoint\":\"/again\",\"cost\":0}";

    admin(
        200, "PUT", path + "tier", "{\"tier\":\"premium\",\"custom_limits\":{\"again\":\"9/1d\"}}");
    assertThat(json(service.check(check), 200).getLong("limit")).isEqualTo(9);
    JsonObject limits = admin(200, "GET", path + "limits", "");
    assertThat(limits.getString("tier")).isEqualTo("premium");
    admin(200, "PUT", path + "tier", "{\"tier\":\"premium\",\"custom_limits\":{\"again\":null}}");

    assertThat(json(service.check(check), 200).getLong("limit")).isEqualTo(2);
  }

  @Test
  void override_withoutAnEnd_lastsUntilItIsRemoved() {
    String path = "/api/v1/users/lasting/override";
    String check = "{\"user\":\"lasting\",\"endpoint\":\"/again\",\"cost\":0}";

    admin(201, "POST", path, "{\"rule\":\"again\",\"limits\":\"8/1d\"}");
    assertThat(json(service.check(check), 200).getLong("limit")).isEqualTo(8);
    assertThat(service.admin("DELETE", path, "").status()).isEqualTo(204);

    assertThat(json(service.check(check), 200).getLong("limit")).isEqualTo(2);
  }

  // Limits on ourselves

  @Test
  void writes_ofOneAdmin_areLimitedToAHundredAMinute() throws IOException {
    Path other = Files.createDirectory(folder.resolve("busy"));
    try (RunningServer busy = RunningServer.start(other, RULES)) {
      for (int i = 0; i < 100; i++) {
        busy.admin("DELETE", "/api/v1/rules/none", "");
      }

      Reply denial = busy.admin("DELETE", "/api/v1/rules/none", "");

      assertThat(denial.status()).isEqualTo(429);
      assertThat(denial.header("X-RateLimit-Limit")).isEqualTo("100");
      Reply read = busy.admin("GET", "/api/v1/rules", "");
      assertThat(read.status()).isEqualTo(200);
    }
  }

  // Versions

  @Test
  void version_isInThePathAndNotDeprecated() {
    Reply rules = service.admin("GET", "/api/v1/rules", "");

    assertThat(rules.status()).isEqualTo(200);
    assertThat(rules.headers().map()).doesNotContainKeys("deprecation", "sunset");
  }

  // Retention

  @Test
  void audit_hasChangesAndThrottledUsers() {
    admin(200, "PUT", "/api/v1/users/audited/tier", "{\"tier\":\"free\"}");
    denied(service, "{\"user\":\"audited\",\"endpoint\":\"/again\"}");

    Await.until(
        "the change and the denial",
        () ->
            admin(200, "GET", "/api/v1/audit?user=audited", "").getJsonArray("entries").size()
                >= 2);
    assertThat(service.admin("GET", "/api/v1/usage?rule=again", "").status()).isEqualTo(200);
  }
}
