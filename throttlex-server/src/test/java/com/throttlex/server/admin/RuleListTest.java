package com.throttlex.server.admin;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Pages and searches of rules. */
class RuleListTest extends AdminTest {
  private static final String RULES = "/api/v1/rules";

  private void fill() {
    JsonArray rules = new JsonArray();
    for (int i = 10; i < 35; i++) {
      rules.add(
          new JsonObject()
              .put("id", "r" + i)
              .put("limits", "1/1m")
              .put("mode", i % 5 == 0 ? "shadow" : "enforce")
              .put("algorithm", i % 2 == 0 ? "gcra" : "fixed-window")
              .put(
                  "match",
                  new JsonObject().put("endpoint", "/Pay/" + i).put("services", "svc-" + i % 3)));
    }
    json(server.send("PUT", RULES, new JsonObject().put("rules", rules).encode()), 200);
  }

  private static List<String> ids(JsonObject page) {
    return page.getJsonArray("rules").stream().map(r -> ((JsonObject) r).getString("id")).toList();
  }

  @Test
  void pages_whileRulesComeAndGo_haveEveryOtherRuleOnce() {
    fill();
    List<String> seen = new ArrayList<>();
    String cursor = "";
    do {
      JsonObject page = server.json(RULES + "?limit=10&cursor=" + cursor);
      seen.addAll(ids(page));
      assertThat(page.getJsonArray("tiers")).isNotEmpty();
      cursor = page.getString("next");
      if (seen.size() == 10) {
        assertThat(page.getInteger("total")).isEqualTo(27);
        server.send("DELETE", RULES + "/" + cursor, "");
        server.send("POST", RULES, "{\"id\":\"a-before\",\"limits\":\"1/1m\"}");
      }
    } while (cursor != null);

    assertThat(seen).hasSize(27).doesNotHaveDuplicates().isSorted().contains("per-user", "r34");
  }

  @Test
  void search_findsTheRulesThatMatch() {
    fill();
    Map<String, Integer> totals = new LinkedHashMap<>();
    totals.put("q=R1", 10);
    totals.put("q=pay%2F2", 10);
    totals.put("q=SVC-0", 8);
    totals.put("q=nothing", 0);
    totals.put("mode=shadow", 5);
    totals.put("algorithm=gcra", 13);
    totals.put("mode=shadow&algorithm=gcra&q=r", 3);
    totals.put("q=per-", 2);
    totals.put("limit=1000", 27);

    totals.forEach(
        (query, total) -> {
          JsonObject page = server.json(RULES + "?" + query);
          assertThat(page.getInteger("total")).as(query).isEqualTo(total);
          assertThat(page.getJsonArray("rules")).as(query).hasSize(total);
          assertThat(page.getValue("next")).as(query).isNull();
        });
  }

  @Test
  void search_withAWrongParameter_isABadRequest() {
    for (String query :
        List.of(
            "limit=0", "limit=1001", "limit=x", "mode=on", "algorithm=GCRA", "page=2", "q=a&q=b")) {
      assertThat(problem(server.get(RULES + "?" + query), 400).getString("detail"))
          .as(query)
          .contains("(expected: ");
    }
  }

  @Test
  void list_thatTheClientHas_isSentAgainOnlyAfterAChange() {
    HttpResponse<String> first = server.get(RULES);
    String tag = AdminServer.header(first, "ETag");

    HttpResponse<String> again = server.send("GET", RULES, "", "If-None-Match", tag);
    assertThat(again.statusCode()).isEqualTo(304);
    assertThat(again.body()).isEmpty();
    assertThat(AdminServer.header(again, "ETag")).isEqualTo(tag);

    server.send("POST", RULES, "{\"id\":\"a\",\"limits\":\"1/1m\"}");
    HttpResponse<String> changed = server.send("GET", RULES, "", "If-None-Match", tag);
    assertThat(ids(json(changed, 200))).contains("a");
    server.send("DELETE", RULES + "/a", "");
    assertThat(AdminServer.header(server.get(RULES), "ETag")).isEqualTo(tag);
  }

  @Test
  void list_afterAChangeOfTheFile_hasAnotherTag() {
    String tag = AdminServer.header(server.get(RULES), "ETag");
    AdminServer.write(
        folder.resolve("rules.yml"), AdminServer.RULES.replace("[free, pro]", "[free, pro, max]"));
    server.rules.refresh();

    HttpResponse<String> list = server.send("GET", RULES, "", "If-None-Match", tag);

    assertThat(json(list, 200).getJsonArray("tiers")).hasSize(3);
  }
}
