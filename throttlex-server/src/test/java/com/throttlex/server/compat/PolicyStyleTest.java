package com.throttlex.server.compat;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.key.SecretValue;
import com.throttlex.server.RunningServer.Reply;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Clients of policies, against the whole service on its first start. */
class PolicyStyleTest extends FirstStartService {
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
}
