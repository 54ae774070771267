package com.throttlex.server.admin;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.request.RequestContext;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RuleRoutesTest extends AdminTest {
  private static final String RULE = "{\"id\":\"r\",\"key\":[\"user\"],\"limits\":\"3/1m\"}";

  private HttpResponse<String> create() {
    return server.send("POST", "/api/v1/rules", RULE);
  }

  @Test
  void list_hasFileAndApiRulesTiersAndDefaultRule() {
    create();

    JsonObject list = server.json("/api/v1/rules");

    assertThat(list.getJsonArray("rules").stream().map(r -> ((JsonObject) r).getString("id")))
        .containsExactly("per-user", "per-address", "r");
    assertThat(list.getJsonArray("rules").getJsonObject(0).getString("source")).isEqualTo("file");
    assertThat(list.getJsonArray("rules").getJsonObject(2).getString("source")).isEqualTo("api");
    assertThat(list.getJsonArray("tiers")).isEqualTo(new JsonArray(List.of("free", "pro")));
    assertThat(list.getString("default-rule")).isEqualTo("none");
    assertThat(list.containsKey("priorities") || list.containsKey("adaptive")).isFalse();
  }

  @Test
  void list_showsPrioritiesAndAdaptiveSettingsAsInTheFile() {
    AdminServer.write(
        folder.resolve("rules.yml"),
        AdminServer.RULES.replace(
            "default-rule: none\n",
            """
            default-rule: none
            priorities: [{match: {tiers: free}, class: low}, {header: X-Priority}]
            adaptive: {weights: {cpu: 25%, memory: 0.75}, stale-after: 1m}
            """));
    server.rules.refresh();
    create();

    JsonObject list = server.json("/api/v1/rules");

    assertThat(list.getJsonArray("priorities").encode())
        .isEqualTo(
            "[{\"match\":{\"tiers\":[\"free\"]},\"class\":\"low\"},{\"header\":\"x-priority\"}]");
    assertThat(list.getJsonObject("adaptive").encode())
        .isEqualTo("{\"weights\":{\"cpu\":0.25,\"memory\":0.75},\"stale-after\":\"1m\"}");
  }

  @Test
  void create_ofARuleThatSheds_returnsItAsSent() {
    String rule =
        "{\"id\":\"r\",\"limits\":\"30/1m\",\"shares\":{\"normal\":{\"free\":60,\"pro\":80},\"low\":50},"
            + "\"on-exceed\":\"shed\",\"adaptive\":{\"min\":3,\"max\":60,\"health\":[\"db\"]}}";

    JsonObject created = json(server.send("POST", "/api/v1/rules", rule), 201);

    new JsonObject(rule)
        .forEach(field -> assertThat(created.getValue(field.getKey())).isEqualTo(field.getValue()));
    assertThat(
            problems(
                server.send(
                    "POST",
                    "/api/v1/rules",
                    rule.replace("\"r\"", "\"s\"").replace(":50}", ":{\"pro\":90}}"))))
        .containsExactly(
            "rule s: shares: 90 for \"low\" in tier free (expected: at most 60, as normal has)",
            "rule s: shares: 90 for \"low\" in tier pro (expected: at most 80, as normal has)");
  }

  @Test
  void createdRuleIsAnsweredWithItsPlaceAndTag_andInForce() {
    HttpResponse<String> created = create();

    JsonObject rule = json(created, 201);
    assertThat(AdminServer.header(created, "Location")).isEqualTo("/api/v1/rules/r");
    assertThat(AdminServer.header(created, "ETag")).isEqualTo("\"1\"");
    assertThat(rule.getString("limits")).isEqualTo("3/1m");
    assertThat(rule.getString("updatedBy")).isEqualTo("ada");
    assertThat(rule.getString("updatedAt")).isEqualTo(server.now().toString());
    assertThat(server.throttlex.check(RequestContext.ofUser("u")).limit()).isEqualTo(3);
    assertThat(audited()).containsExactly("ada rule-created");
  }

  @ParameterizedTest
  @ValueSource(strings = {"r", "per-user", "default"})
  void create_withATakenId_isAConflict(String id) {
    create();
    AdminServer.write(
        folder.resolve("rules.yml"), AdminServer.RULES.replace("default-rule: none\n", ""));
    server.rules.refresh();

    problem(server.send("POST", "/api/v1/rules", RULE.replace("\"r\"", "\"" + id + "\"")), 409);
  }

  @ParameterizedTest
  @ValueSource(strings = {"1.5", "1e400", "99999999999999999999", "null", "true", "{}", "[]"})
  void create_withAWrongNumber_namesTheField(String cost) {
    String body = "{\"id\":\"r\",\"limits\":\"3/1m\",\"cost\":" + cost + "}";

    assertThat(problems(server.send("POST", "/api/v1/rules", body)))
        .singleElement()
        .asString()
        .startsWith("cost: ");
  }

  @Test
  void create_withMisspeltNames_saysEachProblemOnceAndShort() {
    String body = "{\"id\":\"r\",\"limts\":\"3/1m\",\"algoritm\":\"gcra\"}";

    HttpResponse<String> refused = server.send("POST", "/api/v1/rules", body);

    String first = "limts: unknown key (expected: a known name; did you mean limits?)";
    assertThat(problems(refused))
        .contains(first, "algoritm: unknown key (expected: a known name; did you mean algorithm?)");
    assertThat(problem(refused, 422).getString("detail"))
        .isEqualTo(first + "; and 2 more, see problems");
  }

  @Test
  void create_ofAnInvalidRule_isRefusedWithEveryProblem() {
    HttpResponse<String> refused =
        server.send("POST", "/api/v1/rules", "{\"id\":\"r\",\"limits\":\"3\",\"colour\":\"red\"}");

    assertThat(problems(refused))
        .hasSize(2)
        .anyMatch(problem -> problem.contains("colour"))
        .anyMatch(problem -> problem.startsWith("limits: "));
    assertThat(server.get("/api/v1/rules/r").statusCode()).isEqualTo(404);
  }

  @Test
  void create_ofARuleWithUnknownTierOrReplacedRule_isRefused() {
    String rule = "{\"id\":\"r\",\"limits\":{\"gold\":\"3/1m\"},\"replaces\":[\"gone\"]}";

    assertThat(problems(server.send("POST", "/api/v1/rules", rule)))
        .anyMatch(problem -> problem.contains("gold"))
        .anyMatch(problem -> problem.contains("gone"));
  }

  @Test
  void get_withTheCurrentTag_isNotModified() {
    create();

    HttpResponse<String> weak =
        server.send("GET", "/api/v1/rules/r", "", "If-None-Match", "\"9\", W/\"1\"");

    assertThat(weak.statusCode()).isEqualTo(304);
    assertThat(AdminServer.header(weak, "ETag")).isEqualTo("\"1\"");
    assertThat(server.send("GET", "/api/v1/rules/r", "", "If-None-Match", "\"2\"").statusCode())
        .isEqualTo(200);
  }

  @Test
  void tagOfAFileRule_changesWithItsContent() {
    String before = AdminServer.header(server.get("/api/v1/rules/per-address"), "ETag");
    AdminServer.write(
        folder.resolve("rules.yml"), AdminServer.RULES.replace("100/1m", "101/1m") + "\n");
    server.rules.refresh();

    assertThat(before).isNotEmpty();
    assertThat(AdminServer.header(server.get("/api/v1/rules/per-address"), "ETag"))
        .isNotEmpty()
        .isNotEqualTo(before);
  }

  @Test
  void put_ofAChangedRuleThatWasRead_isApplied() {
    create();
    HttpResponse<String> read = server.get("/api/v1/rules/r");
    JsonObject rule = new JsonObject(read.body()).put("limits", "4/1m");

    HttpResponse<String> changed =
        server.send(
            "PUT", "/api/v1/rules/r", rule.encode(), "If-Match", AdminServer.header(read, "ETag"));

    assertThat(json(changed, 200).getLong("version")).isEqualTo(2);
    assertThat(AdminServer.header(changed, "ETag")).isEqualTo("\"2\"");
    assertThat(server.throttlex.check(RequestContext.ofUser("u")).limit()).isEqualTo(4);
    assertThat(audited()).containsExactly("ada rule-created", "ada rule-updated");
  }

  @Test
  void putWithoutIdTakesThatOfThePath_butNoOther() {
    create();

    json(server.send("PUT", "/api/v1/rules/r", "{\"limits\":\"4/1m\"}"), 200);
    assertThat(
            problems(server.send("PUT", "/api/v1/rules/r", "{\"id\":\"s\",\"limits\":\"4/1m\"}")))
        .singleElement()
        .asString()
        .contains("id: s");
  }

  @Test
  void request_forAnUnknownRule_isNotFound() {
    problem(server.get("/api/v1/rules/x"), 404);
    problem(server.send("PUT", "/api/v1/rules/x", "{\"limits\":\"4/1m\"}"), 404);
    problem(server.send("DELETE", "/api/v1/rules/x", ""), 404);
  }

  @Test
  void change_ofAFileRule_isRefusedAndNamesTheFile() {
    HttpResponse<String> put =
        server.send("PUT", "/api/v1/rules/per-user", "{\"limits\":\"4/1m\"}");

    assertThat(problem(put, 409).getString("detail")).contains("read-only", "rules.yml");
    problem(server.send("DELETE", "/api/v1/rules/per-user", ""), 409);
  }

  @ParameterizedTest
  @ValueSource(strings = {"\"2\"", "W/\"1\"", "\"0\", \"3\"", "1", ""})
  void change_withTheTagOfAnotherVersion_fails(String ifMatch) {
    create();

    HttpResponse<String> put =
        server.send("PUT", "/api/v1/rules/r", "{\"limits\":\"4/1m\"}", "If-Match", ifMatch);
    HttpResponse<String> delete = server.send("DELETE", "/api/v1/rules/r", "", "If-Match", ifMatch);

    problem(put, 412);
    problem(delete, 412);
    assertThat(AdminServer.header(put, "ETag")).isEqualTo("\"1\"");
  }

  @ParameterizedTest
  @ValueSource(strings = {"*", "\"1\"", "\"7\", \"1\""})
  void change_withTheCurrentTag_succeeds(String ifMatch) {
    create();

    json(server.send("PUT", "/api/v1/rules/r", "{\"limits\":\"4/1m\"}", "If-Match", ifMatch), 200);
  }

  @Test
  void delete_removesTheRuleAndIsAudited() {
    create();

    HttpResponse<String> deleted =
        server.send("DELETE", "/api/v1/rules/r", "", "If-Match", "\"1\"");

    assertThat(deleted.statusCode()).isEqualTo(204);
    problem(server.get("/api/v1/rules/r"), 404);
    assertThat(server.throttlex.rules().rule("r")).isNull();
    assertThat(audited()).containsExactly("ada rule-created", "ada rule-deleted");
  }

  @Test
  void delete_ofARuleThatAnotherReplaces_isRefused() {
    create();
    server.send("POST", "/api/v1/rules", "{\"id\":\"s\",\"limits\":\"1/1s\",\"replaces\":[\"r\"]}");

    assertThat(problems(server.send("DELETE", "/api/v1/rules/r", "")))
        .anyMatch(problem -> problem.contains("replaces"));
    assertThat(server.get("/api/v1/rules/r").statusCode()).isEqualTo(200);
  }

  @Test
  void changes_manyAtOnceOfOneVersion_succeedExactlyOnce() {
    create();

    for (int version = 1; version <= 20; version++) {
      String tag = "\"" + version + "\"";
      List<Integer> statuses =
          atOnce(
              12,
              i -> {
                String rule = "{\"limits\":\"" + (i + 10) + "/1m\"}";
                return server.send("PUT", "/api/v1/rules/r", rule, "If-Match", tag);
              });

      assertThat(statuses).containsOnlyOnce(200).containsOnly(200, 412);
      server.clock.advance(Duration.ofMinutes(1));
    }
    assertThat(server.json("/api/v1/rules/r").getLong("version")).isEqualTo(21);
  }
}
