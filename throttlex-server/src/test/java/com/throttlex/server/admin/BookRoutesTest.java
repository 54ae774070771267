package com.throttlex.server.admin;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.jdbc.Change;
import com.throttlex.request.RequestContext;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.net.http.HttpResponse;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class BookRoutesTest extends AdminTest {
  private static final String RULES = "/api/v1/rules";

  private static JsonObject rule(String id, String limits) {
    return new JsonObject()
        .put("id", id)
        .put("key", new JsonArray().add("user"))
        .put("limits", limits);
  }

  private static String book(JsonObject... rules) {
    return new JsonObject().put("version", 1).put("rules", new JsonArray(List.of(rules))).encode();
  }

  private HttpResponse<String> put(String book, String... headers) {
    return server.send("PUT", RULES, book, headers);
  }

  private List<String> apiRules() {
    return server.json(RULES).getJsonArray("rules").stream()
        .map(rule -> (JsonObject) rule)
        .filter(rule -> rule.getString("source").equals("api"))
        .map(rule -> rule.getString("id") + " " + rule.getValue("limits"))
        .toList();
  }

  private long revision() {
    return server.database.rules().revision();
  }

  @Test
  void book_addsChangesAndRemovesRules_asOneRevisionAndOneAuditEntry() {
    json(put(book(rule("a", "1/1m"), rule("b", "2/1m"), rule("c", "3/1m"))), 200);
    HttpResponse<String> answer =
        put(book(rule("b", "2/1m"), rule("c", "9/1m"), rule("d", "4/1m")));

    JsonObject summary = json(answer, 200);
    assertThat(summary.getInteger("added")).isEqualTo(1);
    assertThat(summary.getInteger("changed")).isEqualTo(1);
    assertThat(summary.getInteger("removed")).isEqualTo(1);
    assertThat(summary.getInteger("unchanged")).isEqualTo(3); // with the two of the file
    assertThat(summary.getLong("revision")).isEqualTo(2).isEqualTo(revision());
    assertThat(summary.getJsonObject("difference").encode())
        .isEqualTo(
            "{\"book\":{},\"added\":[\"d\"],\"changed\":[{\"id\":\"c\",\"fields\":"
                + "{\"limits\":{\"before\":\"3/1m\",\"after\":\"9/1m\"}}}],\"removed\":[\"a\"]}");
    assertThat(apiRules()).containsExactly("b 2/1m", "c 9/1m", "d 4/1m");
    assertThat(server.throttlex.check(RequestContext.ofUser("u")).limit()).isEqualTo(2);
    assertThat(audited()).containsExactly("ada rules-replaced", "ada rules-replaced");
    assertThat(server.get("/api/v1/audit").body())
        .contains("1 added, 1 changed, 1 removed, 3 unchanged; added: d; changed: c; removed: a");
  }

  @Test
  void book_thatIsEqual_changesNothing() {
    put(book(rule("a", "1/1m")));

    JsonObject again = json(put(book(rule("a", "1/1m"))), 200);

    assertThat(again.getInteger("added") + again.getInteger("changed")).isZero();
    assertThat(again.getLong("revision")).isEqualTo(1).isEqualTo(revision());
    assertThat(audited()).hasSize(1);
  }

  @Test
  void dryRun_answersTheDifference_andChangesNothing() {
    put(book(rule("a", "1/1m")));

    JsonObject tried =
        json(server.send("PUT", RULES + "?dry-run=true", book(rule("b", "1/1m"))), 200);

    assertThat(tried.getBoolean("dryRun")).isTrue();
    assertThat(tried.getJsonObject("difference").getJsonArray("added").encode())
        .isEqualTo("[\"b\"]");
    assertThat(tried.getLong("revision")).isEqualTo(1).isEqualTo(revision());
    assertThat(apiRules()).containsExactly("a 1/1m");
    problem(server.send("PUT", RULES + "?dry-run=true", book(rule("b", "1"))), 422);
  }

  @ParameterizedTest
  @ValueSource(strings = {"?dry-run=yes", "?dryrun=true", "?dry-run=true&dry-run=false", "?prune"})
  void book_withAWrongParameter_isRefused(String query) {
    problem(server.send("PUT", RULES + query, book(rule("b", "1/1m"))), 400);
    assertThat(apiRules()).isEmpty();
  }

  @Test
  void answerOfAGet_sentBack_changesNothing() {
    put(book(rule("a", "1/1m"), rule("b", "1/1m").put("replaces", new JsonArray().add("a"))));

    JsonObject again = json(put(server.get(RULES).body()), 200);

    assertThat(again.getInteger("unchanged")).isEqualTo(4);
    assertThat(revision()).isEqualTo(1);
  }

  @Test
  void page_sentBackAsABook_isRefused() {
    put(book(rule("a", "1/1m"), rule("b", "1/1m")));

    assertThat(problems(put(server.get(RULES + "?limit=1&q=a").body())))
        .anyMatch(problem -> problem.startsWith("next: unknown"))
        .anyMatch(problem -> problem.startsWith("total: unknown"));
    assertThat(apiRules()).hasSize(2);
  }

  @Test
  void book_withManyMistakes_isRefusedWithAllOfThem() {
    put(book(rule("a", "1/1m")));
    String book =
        """
        {"version":2,"colour":"red","rules":[{"id":"x","limits":"1"},{"limits":"1/1m"},7,
          {"id":"y","limits":"1/1m","limts":"2/1m"},{"id":"z","limits":"1/1m","cost":null}]}""";

    assertThat(problems(put(book)))
        .anyMatch(problem -> problem.startsWith("version: 2 (expected: 1"))
        .anyMatch(problem -> problem.startsWith("colour: unknown"))
        .anyMatch(problem -> problem.startsWith("rule x: limits: "))
        .anyMatch(problem -> problem.startsWith("rules[1]: id: "))
        .contains("rules[2]: not an object (expected: a rule)")
        .anyMatch(problem -> problem.startsWith("rule y: limts: unknown key"))
        .anyMatch(problem -> problem.startsWith("rule z: cost: nothing"));
    assertThat(apiRules()).containsExactly("a 1/1m");
    assertThat(revision()).isEqualTo(1);
  }

  @Test
  void book_whoseRulesContradictEachOther_isRefusedWithAllContradictions() {
    JsonObject unknownTier = rule("t", "1/1m").put("match", new JsonObject().put("tiers", "gold"));
    JsonObject dangling = rule("r", "1/1m").put("replaces", new JsonArray().add("nobody"));

    assertThat(problems(put(book(unknownTier, dangling, rule("d", "1/1m"), rule("d", "2/1m")))))
        .hasSize(3)
        .anyMatch(problem -> problem.startsWith("rule t: match: tier \"gold\""))
        .anyMatch(problem -> problem.startsWith("rule r: replaces: nobody"))
        .anyMatch(problem -> problem.startsWith("rule d: id: d (expected: an id that no other"));
    assertThat(revision()).isZero();
  }

  @ParameterizedTest
  @ValueSource(strings = {"{}", "{\"version\":1}", "{\"rules\":null}", "{\"rules\":{}}"})
  void book_withoutAListOfRules_deletesNothing(String book) {
    put(book(rule("a", "1/1m")));

    assertThat(problems(put(book))).anyMatch(problem -> problem.startsWith("rules: "));
    assertThat(apiRules()).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "[]", "7", "{\"rules\":[]", "{\"rules\":[],\"rules\":[]}"})
  void book_thatIsNoJsonObject_isABadRequest(String body) {
    problem(put(body.isEmpty() ? " " : body), 400);
  }

  @Test
  void emptyListOfRules_deletesTheRulesOfTheApi() {
    put(book(rule("a", "1/1m")));

    assertThat(json(put("{\"rules\":[]}"), 200).getInteger("removed")).isEqualTo(1);
    assertThat(apiRules()).isEmpty();
    assertThat(server.rules.book().rules()).hasSize(2);
  }

  @Test
  void hugeNumber_isAProblemAndNotAHugeText() {
    String book = "{\"rules\":[{\"id\":\"a\",\"limits\":\"1/1m\",\"cost\":1e999999999}]}";

    assertThat(problems(put(book))).anyMatch(problem -> problem.startsWith("rule a: cost: "));
  }

  @Test
  void partsOfTheRuleFile_stayAndMayOnlyBeRepeated() {
    JsonObject changed = rule("per-address", "7/1m");

    assertThat(problem(put(book(changed)), 409).getString("detail"))
        .isEqualTo(
            "rule: per-address (expected: a rule that is not in the rule file; change it there)");
    assertThat(problem(put("{\"tiers\":[\"free\"],\"rules\":[]}"), 409).getString("detail"))
        .isEqualTo("tiers: changed (expected: as in the rule file, or absent; change it there)");
    json(put("{\"tiers\":[\"free\",\"pro\"],\"default-rule\":\"none\",\"rules\":[]}"), 200);
    assertThat(server.rules.book().rules()).hasSize(2);
  }

  @Test
  void ifMatch_ofAnotherBook_isRefusedWithTheTagOfThisOne() {
    String before = AdminServer.header(server.get(RULES), "ETag");
    HttpResponse<String> first = put(book(rule("a", "1/1m")), "If-Match", before);
    json(first, 200);

    HttpResponse<String> late = put(book(rule("b", "1/1m")), "If-Match", before);

    problem(late, 412);
    String now = AdminServer.header(first, "ETag");
    assertThat(AdminServer.header(late, "ETag")).isEqualTo(now).isNotEqualTo(before);
    assertThat(AdminServer.header(server.get(RULES), "ETag")).isEqualTo(now);
    assertThat(apiRules()).containsExactly("a 1/1m");
    server.send("PUT", RULES + "/a", rule("a", "2/1m").encode());
    problem(put(book(rule("b", "1/1m")), "If-Match", now), 412);
    json(put(book(rule("b", "1/1m")), "If-Match", "*"), 200);
  }

  @Test
  void booksSentAtOnceWithOneTag_oneIsTaken() {
    String tag = AdminServer.header(server.get(RULES), "ETag");

    List<Integer> statuses =
        atOnce(8, i -> put(book(rule("r" + i, "1/1m"), rule("s" + i, "1/1m")), "If-Match", tag));

    assertThat(statuses).filteredOn(status -> status == 200).hasSize(1);
    assertThat(statuses).filteredOn(status -> status == 412).hasSize(7);
    assertThat(apiRules()).hasSize(2);
    assertThat(revision()).isEqualTo(1);
  }

  @Test
  void book_afterAChangeInTheDatabase_replacesThatToo() {
    server.database.rules().create("other", "{\"id\":\"other\",\"limits\":\"1/1s\"}", change());

    JsonObject answer = json(put(book(rule("a", "1/1m"))), 200);

    assertThat(answer.getInteger("removed")).isEqualTo(1);
    assertThat(apiRules()).containsExactly("a 1/1m");
  }

  private Change change() {
    return new Change("someone", server.now());
  }

  @Test
  void ruleOfABook_hasItsHistoryAndIsRolledBack() {
    put(book(rule("a", "1/1m"), rule("b", "1/1m")));
    put(book(rule("a", "2/1m")));

    JsonArray versions = server.json(RULES + "/a/history").getJsonArray("versions");
    assertThat(versions).hasSize(2);
    assertThat(versions.getJsonObject(0).getJsonArray("changed").encode())
        .isEqualTo("[\"limits\"]");
    json(server.send("POST", RULES + "/a/rollback", "{\"version\":1}"), 200);
    json(server.send("POST", RULES + "/b/rollback", "{\"version\":1}"), 200);
    assertThat(apiRules()).containsExactly("a 1/1m", "b 1/1m");
  }

  @ParameterizedTest
  @CsvSource({"viewer-token-0123456789, 403", "wrong, 401", "'', 401"})
  void book_ofSomeoneWhoMayNot_isRefusedWithoutKeepingIt(String token, int status) {
    String large = book(rule("a", "1/1m").put("x", "y".repeat(1 << 20)));

    assertThat(server.sendAs(token, "PUT", RULES, large).statusCode()).isEqualTo(status);
    assertThat(apiRules()).isEmpty();
  }

  @Test
  void body_overTheLimitOfItsRoute_isTooLarge() {
    String large = "{\"rules\":[]," + " ".repeat(BookRoutes.MOST_BYTES) + "}";

    assertThat(problem(put(large), 413).getString("detail")).contains("8388608 bytes");
    String post = "{" + " ".repeat(300 * 1024) + "}";
    assertThat(problem(server.send("POST", RULES, post), 413).getString("detail"))
        .contains("262144 bytes");
  }

  @Test
  void book_ofManyRules_countsAsOneWrite() {
    JsonObject[] many = new JsonObject[500];
    for (int i = 0; i < many.length; i++) {
      many[i] = rule("r" + i, "1/1m");
    }

    HttpResponse<String> answer = put(book(many));

    JsonObject summary = json(answer, 200);
    assertThat(summary.getInteger("added")).isEqualTo(500);
    assertThat(summary.getBoolean("truncated")).isTrue();
    assertThat(summary.getJsonObject("difference").getJsonArray("added")).hasSize(100);
    assertThat(AdminServer.header(answer, "X-RateLimit-Remaining")).isEqualTo("99");
    assertThat(server.get("/api/v1/audit").body()).contains(" and 480 more").hasSizeLessThan(2000);
  }
}
