package com.throttlex.server.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.server.RunningServer;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.By;

/** Every page: accessible in both themes, without markup of others, without dead buttons. */
class PagesBrowserTest extends InBrowser {
  private static final String EDITOR = "editor-token-0123456789";
  private static final String VIEWER = "viewer-token-0123456789";
  private static final String MARKUP =
      "<img src=x onerror=\"document.title='broken in'\"><b class=injected>";

  /** The places, and a text that each shows when it is complete. */
  private static final List<Map.Entry<String, String>> PLACES =
      List.of(
          Map.entry("#/rules", "Rules"),
          Map.entry("#/rules?new=true", "New rule"),
          Map.entry("#/rules/named", "Decisions"),
          Map.entry("#/rules/named?tab=edit", "YAML"),
          Map.entry("#/rules/named?tab=history", "Version 1"),
          Map.entry("#/people", "Last denied"),
          Map.entry("#/people/u-1", "Denied lately"),
          Map.entry("#/keys", "Most denied"),
          Map.entry("#/keys/named%7Cuser%3Du-1", "Limits"),
          Map.entry("#/adaptive", "Health"),
          Map.entry("#/replay", "Rules to try"),
          Map.entry("#/audit", "Throttled users"),
          Map.entry("#/try?user=u-1&endpoint=/named", "Rules that apply"),
          Map.entry("#/nothing", "No such page"));

  @Override
  RunningServer startServer() throws IOException {
    Files.writeString(
        folder.resolve("throttlex.yml"),
        "admin: {tokens: [{name: eddie, role: editor, token: "
            + EDITOR
            + "}, {name: vera, role: viewer, token: "
            + VIEWER
            + "}]}\n");
    return RunningServer.startWithoutRules(folder);
  }

  @Override
  List<String> expectedMessages() {
    return List.of("403", "404");
  }

  private JsonObject call(String method, String path, JsonObject body) {
    RunningServer.Reply reply =
        RunningServer.admin(
            server.client(), server.adminPort(), EDITOR, method, path, body.encode());
    assertThat(reply.status()).as(reply.body()).isLessThan(300);
    return reply.body().isEmpty() ? new JsonObject() : reply.json();
  }

  private JsonObject get(String path) {
    return RunningServer.admin(server.client(), server.adminPort(), EDITOR, "GET", path, "").json();
  }

  /** Makes a rule, a user, denials and an adaptive limit, with texts that look like markup. */
  private void fill() {
    JsonObject match =
        new JsonObject()
            .put("endpoint", "/named")
            .put("attributes", new JsonObject().put("constructor", MARKUP));
    JsonObject rule =
        new JsonObject()
            .put("id", "named")
            .put("name", MARKUP)
            .put("key", List.of("user"))
            .put("limits", "2/1h");
    call("POST", "/api/v1/rules", rule.copy().put("match", match));
    call(
        "PUT",
        "/api/v1/rules/named",
        rule.put("match", new JsonObject().put("endpoint", "/named")));
    JsonObject adaptive = new JsonObject().put("min", 10).put("max", 200);
    call(
        "POST",
        "/api/v1/rules",
        new JsonObject()
            .put("id", "db-calls")
            .put("match", new JsonObject().put("services", List.of(MARKUP)))
            .put("limits", "100/1s")
            .put("adaptive", adaptive));
    call("PUT", "/api/v1/users/u-1/tier", new JsonObject().put("tier", "pro"));
    for (String user : List.of("u-1", "u-1", "u-1", MARKUP, MARKUP, MARKUP)) {
      server.check(new JsonObject().put("user", user).put("endpoint", "/named").encode());
    }
    awaitThat("users", () -> get("/api/v1/users").getJsonArray("users").size() == 2);
    awaitThat("limits", () -> !get("/api/v1/adaptive").getJsonArray("rules").isEmpty());
  }

  @Test
  void everyPage_inBothThemes_isAccessibleAndHasNoMarkupOfOthers() {
    fill();
    openAs(EDITOR, "#/overview");
    for (Map.Entry<String, String> place : PLACES) {
      visit(place.getKey(), place.getValue());
      assertAccessible(place.getKey());
      assertThat(driver.findElements(By.cssSelector("main img, .injected"))).isEmpty();
      assertThat(driver.getTitle()).as(place.getKey()).endsWith(" · ThrottleX");
    }
  }

  private void visit(String place, String text) {
    go(place);
    see(text);
    awaitThat("all of " + place, () -> !shown().contains("Loading"));
  }

  @Test
  void viewer_hasNoControlsThatAreRefused_andA403IsExplained() {
    fill();
    openAs(VIEWER, "#/overview");
    for (Map.Entry<String, String> place : PLACES) {
      if (!place.getKey().endsWith("=edit") && !place.getKey().equals("#/audit")) {
        visit(place.getKey(), place.getValue());
        assertThat(buttons())
            .as(place.getKey())
            .noneMatch(text -> text.endsWith("…") || text.startsWith("Review"));
      }
    }
    go("#/rules/named?tab=edit");
    see("pre.definition", "id: named");
    go("#/rules/named?tab=history");
    see(test("version-1"), "Created");
    assertThat(driver.findElements(By.cssSelector(test("restore-1")))).isEmpty();
    go("#/rules?new=true");
    see("This needs the role editor");
    // As if the role was taken away while the page was open.
    driver.executeAsyncScript(
        """
        const done = arguments[arguments.length - 1];
        import('app/core/session.js').then(({session}) => {
          session.me = {...session.me, role: 'editor'};
          done();
        });
        """);
    go("#/keys/named%7Cuser%3Du-1");
    click(test("reset-key"));
    see("dialog h2", "Reset this counter?");
    click("dialog " + test("confirm"));
    see("dialog " + test("problem"), "Not allowed");
    see("dialog " + test("problem"), "You are signed in as vera");
    click("dialog " + test("cancel"));
  }

  private List<String> buttons() {
    return driver.findElements(By.cssSelector("main button")).stream()
        .map(button -> button.getText())
        .toList();
  }
}
