package com.throttlex.server.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.json.JsonObject;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.By;

/** Odd names of clients, and clocks that differ from that of the service. */
class ClientTextBrowserTest extends InBrowser {
  private static final String REVERSED = "ada\u202Egnp.exe";
  private static final String BLANK = " ada";
  private static final String LONG = "x".repeat(900);
  private static final List<String> NAMES =
      List.of(REVERSED, BLANK, LONG, "null", "constructor", "..", "\ud83d\ude80 rocket");

  @Override
  List<String> expectedMessages() {
    return List.of("404");
  }

  private void deny(String user) {
    JsonObject check =
        new JsonObject().put("user", user).put("endpoint", "/api/v1/orders").put("method", "POST");
    for (int i = 0; i < 7; i++) {
      assertThat(server.check(check.encode()).status()).as(user).isIn(200, 429);
    }
  }

  private boolean isTooWide() {
    return (boolean)
        driver.executeScript(
            "return document.documentElement.scrollWidth > document.documentElement.clientWidth");
  }

  @Test
  void names_thatMislead_areShownAsTheyAre() {
    NAMES.forEach(this::deny);
    awaitThat("users", () -> users() == NAMES.size());
    open("#/people");
    see(test("users"), "ada\\u202egnp.exe");
    see(test("users"), "\" ada\"");
    see(test("users"), "x".repeat(160) + "…");
    see(test("users"), "\ud83d\ude80 rocket");
    for (String place : List.of("#/people", "#/keys", "#/overview", "#/audit")) {
      browser.show(360, 740, "light");
      go(place);
      see("constructor");
      assertThat(isTooWide()).as(place).isFalse();
      assertThat(shown()).as(place).doesNotContain(REVERSED);
      browser.show(1280, 900, "light");
      assertThat(isTooWide()).as(place).isFalse();
    }
    for (String name : List.of(REVERSED, BLANK, LONG, "null", "constructor")) {
      driver.executeScript("location.hash = '#/people/' + encodeURIComponent(arguments[0])", name);
      see(test("user-id"), name.equals(BLANK) ? "\" ada\"" : name.replace("\u202E", "\\u202e"));
      see(test("denied"), "orders-per-user");
      assertThat(isTooWide()).as(name).isFalse();
    }
    driver.executeScript("location.hash = '#/people/..'");
    see("A browser cannot ask for the name “..”");
  }

  private int users() {
    return server.admin("GET", "/api/v1/users", "").json().getJsonArray("users").size();
  }

  @Test
  void clockOfTheBrowser_thatIsWrong_changesNoEndAndNoTime() {
    driver.executeCdpCommand(
        "Page.addScriptToEvaluateOnNewDocument",
        Map.of(
            "source",
            """
            const Right = Date;
            const wrong = () => Right.now() + 26 * 3600 * 1000;
            window.Date = class extends Right {
              constructor(...given) {
                super(...(given.length ? given : [wrong()]));
              }
              static now() {
                return wrong();
              }
            };
            """));
    deny("u-1");
    open("#/people/u-1");
    click(test("add-override"));
    type(test("override-limits"), "70/1h");
    Instant hour = Instant.now().plusSeconds(3_600);
    click("dialog " + test("confirm"));
    see(test("limits"), "70/1h");
    JsonObject limits = server.admin("GET", "/api/v1/users/u-1/limits", "").json();
    assertThat(limits.getJsonArray("overrides").getJsonObject(0).getInstant("expiresAt"))
        .isBetween(hour.minusSeconds(10), hour.plusSeconds(60));
    assertThat(find(test("limits")).getText()).containsPattern("\\(in (59 min|1 h)");
    go("#/overview?range=hour");
    see(test("figure-denied"), "2");
    go("#/keys/orders-per-user%7Cuser%3Du-1");
    see(test("counters"), "all free again in");
    assertThat(driver.findElements(By.cssSelector(test("problem")))).isEmpty();
  }
}
