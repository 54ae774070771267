package com.throttlex.server.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.By;

/** Rules in a browser: made, enforced, changed by two people, rolled back, deleted. */
class RulesBrowserTest extends InBrowser {
  private static final String RULE = "/api/v1/rules/pay";

  @Override
  List<String> expectedMessages() {
    return List.of("412", "404");
  }

  private int pay() {
    return server.check("{\"user\":\"u-1\",\"endpoint\":\"/pay\"}").status();
  }

  private void confirm(String heading) {
    see("dialog h2", heading);
    click("dialog " + test("confirm"));
    awaitThat("the end of " + heading, () -> dialogs().isEmpty());
  }

  private List<?> dialogs() {
    return driver.findElements(By.cssSelector("dialog"));
  }

  private JsonObject rule() {
    return server.admin("GET", RULE, "").json();
  }

  @Test
  void ruleOfTheForm_isTriedEnforcedRolledBackAndDeleted() {
    open("#/rules");
    click(test("new-rule"));
    type("#field-id", "pay");
    type("#field-match-endpoint", "/pay/**");
    type("#field-limits", "two");
    see(test("field-limits"), "limits: \"two\" (expected:");
    see(test("verdict"), "One problem");
    type("#field-limits", "2/1h");
    see(test("verdict"), "Valid.");
    assertThat(find(test("yaml")).getDomProperty("value"))
        .contains("id: pay\n", "limits: 2/1h\n", "mode: shadow\n");
    click(test("review"));
    confirm("Create the rule pay?");
    see(test("rule-id"), "pay");

    assertThat(List.of(pay(), pay(), pay())).containsOnly(200);
    driver.navigate().refresh();
    see(test("shadow-denied"), "1");
    see(test("rule-keys"), "pay|user=u-1");
    assertThat(shown()).contains("It denied none").doesNotContain("0 allowed");

    click(test("choose-enforce"));
    see("dialog " + test("difference"), "shadow");
    confirm("Set the mode of pay to enforce?");
    see("The rule pay is saved.");
    assertThat(pay()).isEqualTo(429);
    driver.navigate().refresh();
    see(test("rule-denied"), "1");

    click(test("tab-history"));
    see(test("version-2"), "in force");
    click(test("restore-1"));
    confirm("Go back to version 1 of pay?");
    see(test("version-3"), "Rolled back");
    assertThat(pay()).isEqualTo(200);

    click(test("delete-rule"));
    see("dialog h2", "Delete the rule pay?");
    see("dialog", "its counters are lost");
    click("dialog " + test("cancel"));
    awaitThat("no dialog", () -> dialogs().isEmpty());
    go("#/keys");
    see("h1", "Keys");
    assertThat(dialogs()).isEmpty();
    go("#/rules/pay");
    click(test("delete-rule"));
    confirm("Delete the rule pay?");
    see(test("rules"), "orders-per-user");
    assertThat(server.admin("GET", RULE, "").status()).isEqualTo(404);
    go("#/rules/pay");
    see("There is no rule with this id now");
    click(test("restore-3"));
    confirm("Restore the rule pay?");
    see(test("tab-edit"), "Edit");
    assertThat(rule().getString("mode")).isEqualTo("shadow");
  }

  @Test
  void ruleThatTwoPeopleEdit_isMerged() {
    JsonObject body =
        new JsonObject()
            .put("id", "pay")
            .put("key", new JsonArray().add("user"))
            .put("limits", "5/1m");
    server.admin("POST", "/api/v1/rules", body.encode());
    open("#/rules/pay?tab=edit");
    type("#field-name", "Payments");
    type("#field-limits", "7/1m");
    see(test("verdict"), "Valid.");
    body.put("limits", "6/1m").put("rollout", 50);
    assertThat(server.admin("PUT", RULE, body.encode()).status()).isEqualTo(200);
    see("Somebody saved another version of this rule.");

    click(test("review"));
    see("dialog h2", "Save the rule pay?");
    click("dialog " + test("confirm"));
    see("dialog h2", "Somebody else changed this rule");
    see(test("merge"), "Payments");
    see(test("merge"), "50");
    click(test("merge-theirs-limits"));
    click("dialog " + test("confirm"));
    see("dialog h2", "Save the rule pay?");
    see("dialog " + test("difference"), "Payments");
    confirm("Save the rule pay?");

    see("The rule pay is saved.");
    assertThat(rule().getString("name")).isEqualTo("Payments");
    assertThat(rule().getString("limits")).isEqualTo("6/1m");
    assertThat(rule().getInteger("rollout")).isEqualTo(50);
    assertThat(rule().getInteger("version")).isEqualTo(3);
  }

  @Test
  void yaml_isTheOtherSideOfTheForm_andUnsavedChangesAreNotLost() {
    open("#/rules/orders-per-user?tab=edit");
    see(test("verdict"), "Valid, without changes.");
    type(
        test("yaml"),
        "id: orders-per-user\nkey: [user]\nlimits: 5/1m\nmode: onn\nconstructor: 1\n");
    see(test("verdict"), "Line 4: mode:");
    see(test("verdict"), "Line 5: constructor: unknown key");
    type(test("yaml"), "id: orders-per-user\nkey: [user]\nlimits: 9/1m burst\n");
    see(test("verdict"), "Line 3: limits:");
    type(test("yaml"), "id: orders-per-user\nkey: [user]\nlimits: 9/1m\nmode: shadow\n");
    see(test("verdict"), "Valid.");
    assertThat(find("#field-limits").getDomProperty("value")).isEqualTo("9/1m");
    assertThat(find("#field-mode").getDomProperty("value")).isEqualTo("shadow");
    driver.executeScript("location.hash = '#/people'");
    see("dialog h2", "Leave without saving?");
    click("dialog " + test("cancel"));
    see(test("verdict"), "Valid.");
    driver.executeScript("location.hash = '#/people'");
    confirm("Leave without saving?");
    see("h1", "People");
    go("#/rules/orders-per-user");
    see(test("tab-edit"), "Edit");
    assertThat(dialogs()).isEmpty();
  }
}
