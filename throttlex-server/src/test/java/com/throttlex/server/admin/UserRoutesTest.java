package com.throttlex.server.admin;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.request.RequestContext;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class UserRoutesTest extends AdminTest {
  private static final String OVERRIDE = "/api/v1/users/u/override";

  private JsonObject limits() {
    return server.json("/api/v1/users/u/limits");
  }

  private HttpResponse<String> override(String limits, Object expiresAt) {
    String body =
        new JsonObject()
            .put("rule", "per-user")
            .put("limits", limits)
            .put("expiresAt", expiresAt)
            .encode();
    return server.send("POST", OVERRIDE, body);
  }

  private long limit() {
    return server.throttlex.check(RequestContext.ofUser("u")).limit();
  }

  @Test
  void limits_areOnlyThoseOfRulesThatCountByUser() {
    JsonObject limits = limits();

    assertThat(limits.getValue("tier")).isNull();
    assertThat(limits.getString("effectiveTier")).isEqualTo("free");
    assertThat(limits.getJsonArray("limits")).hasSize(1);
    JsonObject rule = limits.getJsonArray("limits").getJsonObject(0);
    assertThat(rule.getString("rule")).isEqualTo("per-user");
    assertThat(rule.getString("algorithm")).isEqualTo("sliding-window-log");
    assertThat(rule.getJsonArray("limits")).isEqualTo(new JsonArray(List.of("5/1m")));
    assertThat(rule.getString("source")).isEqualTo("tier");
  }

  @Test
  void limitsShowBursts_andLeaveOutRulesForOtherUsers() {
    String rule = "{\"id\":\"%s\",\"key\":[\"user\"],\"match\":{\"users\":[\"%s\"]},%s}";
    String limits = "\"limits\":{\"amount\":1,\"period\":\"1s\",\"burst\":7}";
    server.send("POST", "/api/v1/rules", rule.formatted("mine", "u", limits));
    server.send("POST", "/api/v1/rules", rule.formatted("theirs", "v", limits));

    JsonArray shown = limits().getJsonArray("limits");

    assertThat(shown).hasSize(2);
    assertThat(shown.getJsonObject(1).getString("rule")).isEqualTo("mine");
    assertThat(shown.getJsonObject(1).getJsonArray("limits").getJsonObject(0))
        .isEqualTo(new JsonObject("{\"amount\":1,\"period\":\"1s\",\"burst\":7}"));
  }

  @Test
  void tier_isSetAndRemoved() {
    JsonObject given = json(server.send("PUT", "/api/v1/users/u/tier", "{\"tier\":\"pro\"}"), 200);

    assertThat(given).isEqualTo(new JsonObject().put("user", "u").put("tier", "pro"));
    assertThat(limits().getString("tier")).isEqualTo("pro");
    assertThat(limit()).isEqualTo(50);
    assertThat(server.send("DELETE", "/api/v1/users/u/tier", "").statusCode()).isEqualTo(204);
    assertThat(server.send("DELETE", "/api/v1/users/u/tier", "").statusCode()).isEqualTo(204);
    assertThat(limit()).isEqualTo(5);
    assertThat(audited()).containsExactly("ada tier-set", "ada tier-removed");
  }

  @Test
  void tier_thatIsUnknown_isRefused() {
    assertThat(problems(server.send("PUT", "/api/v1/users/u/tier", "{\"tier\":\"gold\"}")))
        .singleElement()
        .asString()
        .contains("gold", "free");
    assertThat(problems(server.send("PUT", "/api/v1/users/u/tier", "{}"))).hasSize(1);
    assertThat(server.throttlex.tier("u")).isNull();
  }

  @Test
  void override_appliesUntilItExpires() {
    JsonObject given = json(override("500/1m", "2026-11-15T13:00:00Z"), 201);

    assertThat(given.getString("expiresAt")).isEqualTo("2026-11-15T13:00:00Z");
    assertThat(limit()).isEqualTo(500);
    JsonObject rule = limits().getJsonArray("limits").getJsonObject(0);
    assertThat(rule.getString("source")).isEqualTo("override");
    assertThat(rule.getString("expiresAt")).isEqualTo("2026-11-15T13:00:00Z");
    assertThat(limits().getJsonArray("overrides")).hasSize(1);
    server.clock.advance(Duration.ofHours(1));
    assertThat(limit()).isEqualTo(5);
    assertThat(limits().getJsonArray("overrides")).isEmpty();
    assertThat(audited()).containsExactly("ada override-set");
  }

  @Test
  void overrideEndsAtUnixSecondsToo_andCanBeYearsAhead() {
    long end = server.now().plus(Duration.ofDays(1000)).getEpochSecond();

    assertThat(json(override("500/1m", end), 201).getString("expiresAt"))
        .isEqualTo(Instant.ofEpochSecond(end).toString());
  }

  @Test
  void override_thatIsInvalid_isRefusedWithEveryProblem() {
    String body =
        "{\"rule\":\"x\",\"limits\":[\"5/1m\",\"6\"],\"expiresAt\":1,\"until\":\"tomorrow\"}";

    assertThat(problems(server.send("POST", OVERRIDE, body)))
        .hasSize(4)
        .anyMatch(problem -> problem.startsWith("until: "))
        .anyMatch(problem -> problem.startsWith("rule: "))
        .anyMatch(problem -> problem.startsWith("limits: "))
        .anyMatch(problem -> problem.startsWith("expiresAt: "));
    assertThat(problems(server.send("POST", OVERRIDE, "{}"))).hasSize(2);
    assertThat(limits().getJsonArray("overrides")).isEmpty();
  }

  @Test
  void override_ofARuleThatDoesNotCountByUser_isRefused() {
    String body = "{\"rule\":\"per-address\",\"limits\":\"5/1m\",\"expiresAt\":4000000000}";

    assertThat(problems(server.send("POST", OVERRIDE, body)))
        .singleElement()
        .asString()
        .contains("counts by user");
  }

  @Test
  void override_isRemovedByQueryByBodyOrAllTogether() {
    for (String path : List.of(OVERRIDE + "?rule=per-user", OVERRIDE)) {
      override("500/1m", 4_000_000_000L);
      assertThat(server.send("DELETE", path, "").statusCode()).isEqualTo(204);
      assertThat(limit()).isEqualTo(5);
    }
    override("500/1m", 4_000_000_000L);
    assertThat(server.send("DELETE", OVERRIDE, "{\"rule\":\"per-user\"}").statusCode())
        .isEqualTo(204);
    problem(server.send("DELETE", OVERRIDE, ""), 404);
    problem(server.send("DELETE", OVERRIDE + "?rule=per-user", ""), 404);
    problem(server.send("DELETE", OVERRIDE + "?role=per-user", ""), 400);
  }

  @Test
  void userInThePath_isDecodedOnce() {
    server.send("PUT", "/api/v1/users/a%2Fb%257C%C3%A4/tier", "{\"tier\":\"pro\"}");

    assertThat(server.throttlex.tier("a/b%7Cä")).isEqualTo("pro");
    problem(server.get("/api/v1/users/%00/limits"), 400);
    problem(server.get("/api/v1/users/%ff/limits"), 400);
    problem(server.get("/api/v1/users/" + "u".repeat(1100) + "/limits"), 400);
  }
}
