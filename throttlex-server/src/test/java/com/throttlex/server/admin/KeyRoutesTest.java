package com.throttlex.server.admin;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.request.RequestContext;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.Test;

class KeyRoutesTest extends AdminTest {
  private static final String ODD_USER = "a|b=c%d/e";
  private static final String ODD_KEY = "/api/v1/keys/per-user%7Cuser=a%257Cb%253Dc%2525d%2Fe";

  private void use(String user, int times) {
    for (int i = 0; i < times; i++) {
      server.throttlex.check(RequestContext.ofUser(user));
    }
  }

  @Test
  void key_showsTheStateOfItsLimits() {
    use(ODD_USER, 2);

    JsonObject key = json(server.get(ODD_KEY), 200);

    assertThat(key.getString("key")).isEqualTo("per-user|user=a%7Cb%3Dc%25d/e");
    assertThat(key.getString("rule")).isEqualTo("per-user");
    JsonObject limit = key.getJsonArray("limits").getJsonObject(0);
    assertThat(limit.getLong("limit")).isEqualTo(5);
    assertThat(limit.getLong("windowSeconds")).isEqualTo(60);
    assertThat(limit.getLong("remaining")).isEqualTo(3);
    assertThat(limit.getLong("currentCount")).isEqualTo(2);
    assertThat(limit.getLong("resetAt")).isEqualTo(server.now().getEpochSecond() + 60);
  }

  @Test
  void unknownRuleAndUnusedKeyAreNotFound_malformedKeyIsBad() {
    problem(server.get("/api/v1/keys/nobody%7Cuser=u"), 404);
    problem(server.get("/api/v1/keys/per-user%7Cuser=u"), 404);
    problem(server.get("/api/v1/keys/per-user"), 400);
    problem(server.get("/api/v1/keys/per-user%7Cip=u"), 400);
    problem(server.get("/api/v1/keys/per-user%7Cuser=%25zz"), 400);
    problem(server.get("/api/v1/keys/per-user%7Cuser=%FF"), 400);
  }

  @Test
  void reset_forgetsTheCounterAndIsAudited() {
    use(ODD_USER, 5);

    assertThat(server.send("DELETE", ODD_KEY, "").statusCode()).isEqualTo(204);

    assertThat(server.throttlex.check(RequestContext.ofUser(ODD_USER)).remaining()).isEqualTo(4);
    JsonObject entry = server.json("/api/v1/audit").getJsonArray("entries").getJsonObject(0);
    assertThat(entry.getString("actor")).isEqualTo("ada");
    assertThat(entry.getString("action")).isEqualTo("key-reset");
    assertThat(entry.getString("target")).isEqualTo("per-user|user=a%7Cb%3Dc%25d/e");
    assertThat(entry.getString("user")).isEqualTo(ODD_USER);
  }

  @Test
  void resetOfAnUnusedKeyIsFine_ofAnUnknownRuleNot() {
    assertThat(server.send("DELETE", "/api/v1/keys/per-user%7Cuser=u", "").statusCode())
        .isEqualTo(204);
    problem(server.send("DELETE", "/api/v1/keys/nobody%7Cuser=u", ""), 404);
    problem(server.send("DELETE", "/api/v1/keys/per-user%7Cip=1", ""), 400);
    assertThat(audited()).containsExactly("ada key-reset");
  }

  @Test
  void explain_saysWhyAndConsumesNothing() {
    String body = "{\"user\":\"u\",\"reserve\":true,\"idempotencyKey\":\"once\"}";

    for (int i = 0; i < 10; i++) {
      JsonObject explained = json(server.send("POST", "/api/v1/explain", body), 200);
      assertThat(explained.getJsonObject("decision").getBoolean("allowed")).isTrue();
      JsonObject applies = explained.getJsonArray("rules").getJsonObject(0);
      assertThat(applies.getString("rule")).isEqualTo("per-user");
      assertThat(applies.getBoolean("applies")).isTrue();
      assertThat(applies.getString("key")).isEqualTo("per-user|user=u");
      assertThat(applies.getString("mode")).isEqualTo("enforce");
      assertThat(applies.getJsonArray("limits").getJsonObject(0).getBoolean("allowed")).isTrue();
      JsonObject not = explained.getJsonArray("rules").getJsonObject(1);
      assertThat(not.getBoolean("applies")).isFalse();
      assertThat(not.getString("why")).contains("ip");
      assertThat(not.getJsonArray("limits")).isEmpty();
    }
    assertThat(server.throttlex.check(RequestContext.ofUser("u")).remaining()).isEqualTo(4);
  }

  @Test
  void explain_ofADeniedCheck_isOk() {
    use("u", 5);

    JsonObject explained = json(server.send("POST", "/api/v1/explain", "{\"user\":\"u\"}"), 200);

    assertThat(explained.getJsonObject("decision").getBoolean("allowed")).isFalse();
    assertThat(explained.getJsonObject("decision").getLong("retryAfter")).isEqualTo(60);
  }

  @Test
  void explain_ofAMalformedCheck_namesWhatIsWrong() {
    assertThat(
            problem(server.send("POST", "/api/v1/explain", "{\"usr\":\"u\"}"), 400)
                .getString("detail"))
        .contains("usr");
    problem(server.send("POST", "/api/v1/explain", "[]"), 400);
  }

  @Test
  void top_showsAsManyKeysAsAskedFor() {
    for (int i = 0; i < 20; i++) {
      server.topKeys.add(new TopKey("per-user|user=" + i, "per-user", 20 - i, 1, 0));
    }

    assertThat(server.json("/api/v1/top").getJsonArray("heaviest")).hasSize(10);
    JsonObject two = server.json("/api/v1/top?n=2");
    assertThat(two.getJsonArray("heaviest")).hasSize(2);
    assertThat(two.getJsonArray("heaviest").getJsonObject(0).getLong("allowed")).isEqualTo(20);
    assertThat(problem(server.get("/api/v1/top?n=0"), 400).getString("detail")).startsWith("n: ");
    problem(server.get("/api/v1/top?n=101"), 400);
    problem(server.get("/api/v1/top?n=1&n=2"), 400);
    problem(server.get("/api/v1/top?m=1"), 400);
  }
}
