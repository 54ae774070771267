package com.throttlex.server.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;
import org.openqa.selenium.interactions.Actions;

/** Everything by keyboard; where the focus is after a page, a dialog and a change. */
class KeyboardBrowserTest extends InBrowser {
  private static final int MOST_STOPS = 60;

  private void press(CharSequence... keys) {
    new Actions(driver).sendKeys(keys).perform();
  }

  private void back() {
    new Actions(driver).keyDown(Keys.SHIFT).sendKeys(Keys.TAB).keyUp(Keys.SHIFT).perform();
  }

  /** Returns the element that has the focus: its name for tests, its text or its tag. */
  private String focused() {
    return (String)
        driver.executeScript(
            """
            const at = document.activeElement;
            return at.dataset.test ?? (at.matches('a, button, summary') ? at.textContent.trim() : at.localName);
            """);
  }

  /** Presses Tab until an element has the focus. */
  private void tabTo(String name) {
    for (int i = 0; !focused().equals(name); i++) {
      assertThat(i).as("stops before " + name + ", at " + focused()).isLessThan(MOST_STOPS);
      press(Keys.TAB);
    }
  }

  @Test
  void rule_isFoundAndChanged_withoutAMouse() {
    openSignedOut();
    see("Sign in");
    press(token(), Keys.ENTER);
    see("nav", "Rules");
    tabTo("nav-rules");
    press(Keys.ENTER);
    see("h1", "Rules");
    awaitThat("the focus on the page", () -> focused().equals("main"));
    see(test("rules"), "orders-per-user");
    tabTo("orders-per-user");
    press(Keys.ENTER);
    see("h1", "orders-per-user");
    awaitThat("the focus on the rule", () -> focused().equals("main"));
    assertThat(driver.getTitle()).isEqualTo("orders-per-user · Rules · ThrottleX");

    tabTo("choose-shadow");
    press(Keys.SPACE);
    see("dialog h2", "Set the mode of orders-per-user to shadow?");
    assertThat(focused()).isEqualTo("confirm");
    for (int i = 0; i < 4; i++) {
      press(Keys.TAB);
      assertThat(driver.findElements(By.cssSelector("nav :focus, main :focus"))).isEmpty();
    }
    press(Keys.ESCAPE);
    awaitThat("no dialog", () -> driver.findElements(By.tagName("dialog")).isEmpty());
    assertThat(focused()).isEqualTo("choose-shadow");
    press(Keys.SPACE);
    see("dialog h2", "Set the mode of orders-per-user to shadow?");
    press(Keys.ENTER);
    see("The rule orders-per-user is saved.");
    awaitThat(
        "the mode",
        () -> "true".equals(find(test("choose-shadow")).getDomAttribute("aria-pressed")));
    assertThat(focused()).isIn("choose-shadow", "main");
  }

  @Test
  void focus_isOnThePage_whenAChangeRemovesItsControl() {
    JsonObject override = new JsonObject().put("rule", "orders-per-user").put("limits", "7/1m");
    assertThat(server.admin("POST", "/api/v1/users/u-1/override", override.encode()).status())
        .isLessThan(300);
    open("#/people/u-1");
    click(test("end-orders-per-user"));
    see("dialog h2", "End the override");
    assertThat(focused()).isEqualTo("cancel");
    press(Keys.TAB, Keys.ENTER);
    awaitThat(
        "no button",
        () -> driver.findElements(By.cssSelector(test("end-orders-per-user"))).isEmpty());
    awaitThat("the focus on the page", () -> focused().equals("main"));
  }

  @Test
  void focus_isNeverBelowTheHeader_andNothingMoves() {
    for (int i = 0; i < 30; i++) {
      JsonObject rule = new JsonObject().put("id", "r-" + i).put("limits", "5/1m");
      assertThat(server.admin("POST", "/api/v1/rules", rule.encode()).status()).isEqualTo(201);
    }
    open("#/rules");
    see(test("rules"), "r-9");
    browser.show(1280, 600, "light");
    driver.executeScript("[...document.querySelectorAll('td a')].at(-1).focus()");
    List<String> hidden = new ArrayList<>();
    for (int i = 0; i < 30; i++) {
      back();
      Object below =
          driver.executeScript(
              """
              const at = document.activeElement.getBoundingClientRect();
              const head = document.querySelector('.top').getBoundingClientRect();
              return !document.activeElement.closest('.top') && at.top < head.bottom;
              """);
      if (Boolean.TRUE.equals(below)) {
        hidden.add(focused());
      }
    }
    assertThat(hidden).isEmpty();
    assertThat(
            driver.executeScript(
                "return getComputedStyle(document.querySelector('nav a')).transitionDuration"))
        .isEqualTo("0s");
  }

  @Test
  void header_scrollsAway_whereThePageIsLow() {
    open("#/rules");
    see(test("rules"), "orders-per-user");
    browser.show(640, 450, "light"); // a window of 1280 x 900 at 200 %
    assertThat(
            driver.executeScript(
                "return getComputedStyle(document.querySelector('.top')).position"))
        .isEqualTo("static");
    assertThat((Long) driver.executeScript("return document.documentElement.scrollWidth"))
        .isLessThanOrEqualTo(640);
  }
}
