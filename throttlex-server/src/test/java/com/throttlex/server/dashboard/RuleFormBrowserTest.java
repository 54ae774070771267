package com.throttlex.server.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.server.RunningServer;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.Test;

/** The form of a rule keeps what it does not change, and edits the rare fields. */
class RuleFormBrowserTest extends InBrowser {
  private static final String RULE =
      """
      {"id": "all", "match": {"endpoint": "/v1/**", "subjects": ["ada"], "attributes": {"region": "eu"}},
       "key": ["user"], "limits": {"free": [{"amount": 1000, "period": "1m", "burst": 900}, "20000/day"], "pro": "5000/1m"},
       "cost": {"estimate": 500, "json": "usage.total_tokens", "on-overrun": "cut"},
       "shares": {"high": 100, "normal": {"free": 60, "pro": 80}, "low": 50}, "on-exceed": "shed",
       "zone": "Europe/Berlin", "rollout": 25}""";

  private void create() {
    RunningServer.Reply reply = server.admin("POST", "/api/v1/rules", RULE);
    assertThat(reply.status()).as(reply.body()).isEqualTo(201);
  }

  private JsonObject stored() {
    JsonObject rule = server.admin("GET", "/api/v1/rules/all", "").json();
    rule.getMap().keySet().removeIf(name -> name.startsWith("update") || name.contains("_at"));
    rule.remove("version");
    return rule;
  }

  @Test
  void edits_keepTheOtherFields_alsoOfTheSameValue() {
    create();
    JsonObject before = stored();
    open("#/rules/all?tab=edit");
    see("Valid, without changes.");
    assertThat(find("#field-shares-normal").getDomProperty("value")).isEqualTo("free 60, pro 80");

    type("#field-shares-normal", "free 55, pro 70");
    type("#field-cost-estimate", "600");
    awaitThat("the YAML", () -> yaml().contains("free: 55") && yaml().contains("estimate: 600"));
    see("Valid.");
    click(test("review"));
    see("dialog h2", "Save the rule all?");
    click("dialog " + test("confirm"));
    see("The rule all is saved.");

    before.getJsonObject("shares").put("normal", new JsonObject().put("free", 55).put("pro", 70));
    before.getJsonObject("cost").put("estimate", 600);
    assertThat(stored()).isEqualTo(before);
  }

  @Test
  void shareThatIsNoNumber_isExplainedAtTheField() {
    create();
    open("#/rules/all?tab=edit");
    see("Valid, without changes.");
    type("#field-shares-normal", "free 60, pro");
    see(test("field-shares"), "shares");
  }

  private String yaml() {
    return find(test("yaml")).getDomProperty("value");
  }
}
