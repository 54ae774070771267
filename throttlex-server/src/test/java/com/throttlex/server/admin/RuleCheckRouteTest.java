package com.throttlex.server.admin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.vertx.core.MultiMap;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Semaphore;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks of rules that change nothing, and rules as YAML. */
class RuleCheckRouteTest extends AdminTest {
  private static final String VALIDATE = "/api/v1/rules/validate";
  private static final String RULE =
      """
      id: new
      key: [user]
      limits:
        free: 5/1m
        pro: 50/1m
      """;

  private HttpResponse<String> send(String query, String body, String type) {
    return server.sendAs(AdminServer.VIEWER, "POST", VALIDATE + query, body, "Content-Type", type);
  }

  private JsonObject yaml(String query, String body) {
    return json(send(query, body, "application/yaml"), 200);
  }

  private static List<String> problems(JsonObject answer) {
    assertThat(answer.getBoolean("valid")).isEqualTo(answer.getJsonArray("problems").isEmpty());
    return answer.getJsonArray("problems").stream()
        .map(JsonObject.class::cast)
        .map(p -> p.getInteger("line") + " " + p.getString("key") + " | " + p.getString("text"))
        .toList();
  }

  @Test
  void validRule_comesBackAsJsonAndYaml_andIsNotStored() {
    JsonObject ofYaml = yaml("", "# a comment\n" + RULE);
    JsonObject sent = ofYaml.getJsonObject("rule").copy().put("version", 3).put("source", "api");
    JsonObject ofJson = json(send("", sent.encode(), "application/json"), 200);

    assertThat(problems(ofYaml)).isEmpty();
    assertThat(ofYaml.getString("yaml")).isEqualTo(RULE);
    assertThat(ofYaml.getJsonObject("rule").getJsonArray("key")).containsExactly("user");
    assertThat(ofJson).isEqualTo(ofYaml);
    problem(server.get("/api/v1/rules/new"), 404);
    assertThat(audited()).isEmpty();
  }

  @Test
  void problems_haveKeysAndLines() {
    JsonObject answer = yaml("", "id: new\nlimits: ten\nmode: on\ncolour: red\n");

    assertThat(problems(answer))
        .hasSize(3)
        .anyMatch(p -> p.startsWith("2 limits | limits: \"ten\" (expected: "))
        .anyMatch(p -> p.startsWith("3 mode | mode: \"on\" (expected: "))
        .anyMatch(p -> p.startsWith("4 colour | colour: unknown key (expected: "));
    assertThat(answer.getValue("rule")).isNull();
    assertThat(answer.getValue("yaml")).isNull();
    assertThat(problems(yaml("", "id: [\n"))).hasSize(1).allMatch(p -> p.contains("yaml | "));
    assertThat(problems(yaml("", ""))).containsExactly(problems(yaml("", "~")).get(0));
    JsonObject json = new JsonObject().put("id", "new").put("limits", 5);
    assertThat(problems(json(send("", json.encode(), "application/json"), 200)))
        .hasSize(1)
        .allMatch(p -> p.startsWith("null limits | limits: "));
  }

  @Test
  void rule_isCheckedTogetherWithTheOthers() {
    json(server.send("POST", "/api/v1/rules", "{\"id\":\"old\",\"limits\":\"1/1s\"}"), 201);
    String gold = "id: %s\nlimits: {gold: 5/1m}\n";

    assertThat(problems(yaml("", gold.formatted("new"))))
        .hasSize(1)
        .allMatch(p -> p.startsWith("2 limits | limits: ") && p.contains("gold"));
    assertThat(problems(yaml("", RULE.replace("new", "old"))))
        .containsExactly("1 id | id: \"old\" (expected: an id that no other rule has)");
    assertThat(problems(yaml("?id=old", RULE.replace("new", "old")))).isEmpty();
    assertThat(problems(yaml("?id=old", RULE)))
        .containsExactly("1 id | id: \"new\" (expected: old)");
    assertThat(problems(yaml("?id=per-user", RULE.replace("new", "per-user"))))
        .hasSize(1)
        .allMatch(p -> p.startsWith("1 id | id: "));
    assertThat(problems(yaml("", RULE + "store: other\n"))).hasSize(1);
  }

  @Test
  void ruleFile_isCheckedAsAWhole() {
    String file = "version: 1\ntiers: [free, pro]\nrules:\n  - id: a\n    limits: 1/1s\n";
    JsonObject json =
        new JsonObject()
            .put("version", 1)
            .put("rules", new JsonArray().add(new JsonObject().put("id", "a")));

    assertThat(problems(yaml("", file))).isEmpty();
    assertThat(problems(yaml("", file + "  - id: a\n    limits: 1/1s\n    on: 3\n")))
        .anyMatch(p -> p.startsWith("6 "))
        .anyMatch(p -> p.startsWith("8 "));
    assertThat(problems(json(send("", json.encode(), "application/json"), 200)))
        .hasSize(1)
        .allMatch(p -> p.contains("limits: missing"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"constructor", "__proto__", "<img src=x onerror=alert(1)>", "\u202e"})
  void hostileKeys_areNamedAsTheyAre(String key) {
    String body = new JsonObject().put("id", "new").put("limits", "1/1s").put(key, 1).encode();

    assertThat(problems(json(send("", body, "application/json"), 200)))
        .hasSize(1)
        .allMatch(p -> p.contains("unknown key") && !p.contains("\u202e"));
  }

  @Test
  void wrongBodies_areRefused() {
    problem(send("", "id: x", "text/plain"), 415);
    problem(send("", "{", "application/json"), 400);
    problem(send("", "[]", "application/json"), 400);
    problem(send("?colour=1", RULE, "application/yaml"), 400);
    problem(server.sendAs("", "POST", VALIDATE, RULE), 401);
    assertThat(problems(yaml("", "a: ".repeat(40) + "1"))).hasSize(1);
    assertThat(problems(yaml("", "[".repeat(5_000)))).hasSize(1);
  }

  @Test
  void checksBeyondTheMost_areRefusedAtOnce() throws InterruptedException {
    Semaphore places = new Semaphore(RuleCheckRoute.MOST);
    places.acquire(RuleCheckRoute.MOST);
    RuleCheckRoute full = new RuleCheckRoute(server.rules, places);
    MultiMap headers = MultiMap.caseInsensitiveMultiMap();
    Buffer body = Buffer.buffer("{}");
    Incoming request =
        new Incoming("POST", VALIDATE, null, headers, "", null, body, 9, "r", null, () -> false);
    AdminCall call = new AdminCall(request, Map.of(), null, server.now());

    AdminAnswer answer =
        catchThrowableOfType(ProblemException.class, () -> full.check(call)).answer(0);

    assertThat(answer.status()).isEqualTo(503);
    assertThat(answer.headers()).containsEntry("Retry-After", "1");
  }

  @Test
  void rules_asYaml_canBeReadBack() {
    json(server.send("POST", "/api/v1/rules", yaml("", RULE).getJsonObject("rule").encode()), 201);
    HttpResponse<String> one =
        server.send("GET", "/api/v1/rules/new", "", "Accept", "application/yaml");
    HttpResponse<String> all =
        server.send("GET", "/api/v1/rules", "", "Accept", "text/yaml, */*;q=0.1");

    assertThat(one.body()).isEqualTo(RULE);
    assertThat(AdminServer.header(one, "Content-Type")).isEqualTo("application/yaml");
    assertThat(AdminServer.header(one, "Vary")).isEqualTo("Accept");
    assertThat(AdminServer.header(all, "Vary")).isEqualTo("Accept");
    assertThat(all.body()).startsWith("version: 1\ntiers: [free, pro]\n").contains("- id: new\n");
    assertThat(problems(yaml("", all.body()))).isEmpty();
    assertThat(
            server
                .send("GET", "/api/v1/rules", "", "Accept", "application/yaml, application/json")
                .body())
        .startsWith("{");
    problem(server.send("GET", "/api/v1/rules?limit=1", "", "Accept", "application/yaml"), 400);
    problem(server.send("GET", "/api/v1/rules/none", "", "Accept", "application/yaml"), 404);
  }
}
