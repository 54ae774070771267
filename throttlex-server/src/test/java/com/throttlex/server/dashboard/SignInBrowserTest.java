package com.throttlex.server.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.Keys;
import org.openqa.selenium.WindowType;

/** Signing in to the dashboard and out of it. */
class SignInBrowserTest extends InBrowser {
  private static final String WRONG = "wrong-token-0123456789";

  @Override
  List<String> expectedMessages() {
    return List.of("status of 401");
  }

  private String focused() {
    return driver.switchTo().activeElement().getDomAttribute("data-test");
  }

  private Object kept() {
    return driver.executeScript(
        "return [sessionStorage.getItem('throttlex.token'), localStorage.length, document.cookie]");
  }

  @Test
  void token_wrong_isExplainedAndTheRightOneSignsIn() {
    openSignedOut();
    see("Sign in");
    assertThat(focused()).isEqualTo("token");
    type(test("token"), WRONG);
    driver.switchTo().activeElement().sendKeys(Keys.ENTER);
    see("The service does not accept this token");
    assertThat(kept()).isEqualTo(Arrays.asList(null, 0L, ""));

    type(test("token"), token());
    click(test("sign-in"));
    see("No request has been checked yet");
    see("nav", "Audit");
    assertThat(kept()).isEqualTo(List.of(token(), 0L, ""));
    assertThat(driver.getCurrentUrl()).doesNotContain(token());
  }

  @Test
  void tokenLink_signsInAndLeavesTheAddressAndTheHistory() {
    openSignedOut();
    see("Sign in");
    driver.get(base() + "/#token=" + token());
    see("nav", "Overview");
    assertThat(driver.getCurrentUrl()).isEqualTo(base() + "/#/overview");
    driver.navigate().back();
    awaitThat("another address", () -> !driver.getCurrentUrl().contains("overview"));
    assertThat(driver.getCurrentUrl()).doesNotContain("token=");
    assertThat(browser.addresses())
        .isNotEmpty()
        .noneMatch(one -> one.contains(token().substring(8)));
  }

  @Test
  void tokenLink_withAnotherToken_asksFirst() {
    open("#/overview");
    driver.executeScript("location.hash = '#token=" + WRONG + "'");
    see("Sign in with the token of this link?");
    assertThat(driver.getCurrentUrl()).doesNotContain("token=");
    clickText("Stay signed in");
    seeNo("Sign in with the token of this link?");
    assertThat(kept()).isEqualTo(List.of(token(), 0L, ""));
  }

  @Test
  void signOut_forgetsTheToken() {
    open("#/rules");
    click(test("user-menu") + " summary");
    click(test("sign-out"));
    see("Admin token");
    assertThat(kept()).isEqualTo(Arrays.asList(null, 0L, ""));
    driver.navigate().refresh();
    see("Admin token");
  }

  @Test
  void newTab_isNotSignedIn() {
    open("#/overview");
    driver.switchTo().newWindow(WindowType.TAB);
    openSignedOut();
    see("Admin token");
  }

  @Test
  void signIn_inBothThemes_isAccessible() {
    openSignedOut();
    see("Sign in");
    assertAccessible("sign-in");
    type(test("token"), WRONG);
    click(test("sign-in"));
    see("The service does not accept this token");
    assertAccessible("sign-in with a problem");
  }
}
