package com.throttlex.server.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.server.RunningServer;
import com.throttlex.tck.Await;
import com.throttlex.tck.programs.NeedsBrowser;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.By;
import org.openqa.selenium.ElementClickInterceptedException;
import org.openqa.selenium.Keys;
import org.openqa.selenium.NoSuchElementException;
import org.openqa.selenium.StaleElementReferenceException;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chromium.ChromiumDriver;

/**
 * Tests of the dashboard in a browser, each with a service and a tab of its own.
 *
 * <p>After each test the console of the browser is clean, and no request left the service.
 */
@NeedsBrowser
abstract class InBrowser {
  private static final Duration PATIENCE = Duration.ofSeconds(8);
  private static final int WIDTH = 1280;
  private static final int HEIGHT = 900;

  @TempDir Path folder;

  final Browser browser = Browser.shared();
  final ChromiumDriver driver = browser.driver();
  RunningServer server;

  /** Starts the service; without a rule file, so that its rules can be changed. */
  RunningServer startServer() throws IOException {
    return RunningServer.startWithoutRules(folder);
  }

  /** Returns parts of messages of the console that the test itself causes, such as a status. */
  List<String> expectedMessages() {
    return List.of();
  }

  @BeforeEach
  final void openTab() throws IOException {
    server = startServer();
    browser.freshTab();
    browser.show(WIDTH, HEIGHT, "light");
  }

  @AfterEach
  final void checkTab() {
    List<String> messages = browser.messages();
    List<String> addresses = browser.addresses();
    driver.get("about:blank");
    server.close();
    assertThat(messages)
        .as("console")
        .filteredOn(message -> expectedMessages().stream().noneMatch(message::contains))
        .isEmpty();
    assertThat(addresses)
        .as("requests")
        .allMatch(address -> address.startsWith(base() + "/") || address.startsWith("data:"));
  }

  final String base() {
    return "http://127.0.0.1:" + server.adminPort();
  }

  final String token() {
    return server.credential()[1].substring("Bearer ".length());
  }

  /** Opens the dashboard without a token. */
  final void openSignedOut() {
    driver.get(base() + "/");
  }

  /** Signs in with the administrator's token, then opens a place such as {@code #/rules}. */
  final void open(String place) {
    openAs(token(), place);
  }

  final void openAs(String token, String place) {
    driver.get(base() + "/#token=" + token);
    awaitThat("the navigation", () -> !driver.findElements(By.cssSelector("nav a")).isEmpty());
    go(place);
  }

  /** Goes to another place of the open page. */
  final void go(String place) {
    driver.executeScript("location.hash = arguments[0]", place);
    awaitThat(place + " in the address", () -> driver.getCurrentUrl().contains(place));
  }

  /** Waits until the condition holds; elements may change while it is tested. */
  final void awaitThat(String expectation, BooleanSupplier condition) {
    Await.until(
        PATIENCE,
        expectation,
        () -> {
          try {
            return condition.getAsBoolean();
          } catch (NoSuchElementException | StaleElementReferenceException e) {
            return false;
          }
        });
  }

  /** Waits until the page shows a text. */
  final void see(String text) {
    awaitShown("'" + text + "' on the page", () -> shown().contains(text));
  }

  private void awaitShown(String expectation, BooleanSupplier condition) {
    try {
      awaitThat(expectation, condition);
    } catch (AssertionError e) {
      throw new AssertionError(e.getMessage() + "; it shows:\n" + shown(), e);
    }
  }

  /** Waits until an element shows a text. */
  final void see(String selector, String text) {
    awaitShown(
        "'" + text + "' in " + selector,
        () ->
            driver.findElements(By.cssSelector(selector)).stream()
                .anyMatch(element -> element.getText().contains(text)));
  }

  /** Waits until the page no longer shows a text. */
  final void seeNo(String text) {
    awaitThat("no '" + text + "' on the page", () -> !shown().contains(text));
  }

  /** Checks that the page as it is now is accessible, in both themes. */
  final void assertAccessible(String what) {
    Axe axe = new Axe(driver);
    browser.colours("dark");
    assertThat(axe.contrastViolations()).as(what + ", dark").isEmpty();
    browser.colours("light");
    assertThat(axe.violations()).as(what).isEmpty();
  }

  /** Returns the visible text of the page. */
  final String shown() {
    return driver.findElement(By.tagName("body")).getText();
  }

  /** Waits for the first visible element of that selector that is enabled. */
  final WebElement find(String selector) {
    WebElement[] found = new WebElement[1];
    awaitThat(
        selector,
        () -> {
          for (WebElement element : driver.findElements(By.cssSelector(selector))) {
            if (element.isDisplayed() && element.isEnabled()) {
              found[0] = element;
              return true;
            }
          }
          return false;
        });
    return found[0];
  }

  /** Returns the selector of an element that has a name for tests. */
  static String test(String name) {
    return "[data-test='" + name + "']";
  }

  /** Clicks an element as soon as it can be clicked. */
  final void click(String selector) {
    awaitThat(
        selector + " to click",
        () -> {
          try {
            find(selector).click();
            return true;
          } catch (ElementClickInterceptedException e) {
            return false;
          }
        });
  }

  /** Clicks the button or link with that text. */
  final void clickText(String text) {
    By named =
        By.xpath("//*[self::button or self::a or self::summary][normalize-space()='" + text + "']");
    awaitThat(
        "'" + text + "' to click",
        () -> {
          for (WebElement element : driver.findElements(named)) {
            if (element.isDisplayed() && element.isEnabled()) {
              element.click();
              return true;
            }
          }
          return false;
        });
  }

  /** Replaces the text of a field. */
  final void type(String selector, String text) {
    WebElement field = find(selector);
    field.sendKeys(Keys.chord(Keys.CONTROL, "a"));
    field.sendKeys(text.isEmpty() ? Keys.DELETE : text);
  }
}
