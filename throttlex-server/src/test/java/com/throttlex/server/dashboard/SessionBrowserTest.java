package com.throttlex.server.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.server.RunningServer;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.openqa.selenium.By;

/** An open page while the service restarts, or changes what the user may do. */
class SessionBrowserTest extends InBrowser {
  private static final String EDDIE = "eddie-token-0123456789";
  private static final String OTTO = "otto-token-0123456789";

  @Override
  RunningServer startServer() throws IOException {
    configure("editor");
    return RunningServer.startWithoutRules(folder);
  }

  private void configure(String role) throws IOException {
    String token = "{name: %s, role: %s, token: %s}";
    Files.writeString(
        folder.resolve("throttlex.yml"),
        "admin: {tokens: [%s, %s]}\n"
            .formatted(
                token.formatted("eddie", role, EDDIE), token.formatted("otto", "admin", OTTO)));
  }

  @Override
  List<String> expectedMessages() {
    return List.of("401", "net::ERR", "dynamically imported");
  }

  @Test
  void restart_withALowerRole_takesControlsAwayAndShowsTheUpdate() throws IOException {
    openAs(EDDIE, "#/rules");
    see(test("new-rule"), "New rule");
    see("nav", "Audit");
    see(test("liveness"), "Live");
    driver.executeScript(
        """
        const asked = window.fetch;
        window.fetch = (address, options) => options?.method === 'HEAD'
          ? Promise.resolve(new Response('', {headers: {ETag: 'W/"another"'}})) : asked(address, options);
        """);
    int port = server.adminPort();
    server.close();
    see(test("liveness"), "Not live");
    configure("viewer");
    server = RunningServer.restart(folder, port);

    see(test("user-menu"), "viewer");
    awaitThat("no control", () -> driver.findElements(By.cssSelector(test("new-rule"))).isEmpty());
    assertThat(driver.findElements(By.cssSelector(test("nav-audit")))).isEmpty();
    see(test("outdated"), "The service was updated");
  }

  @ParameterizedTest
  @ValueSource(strings = {EDDIE, OTTO})
  void tokenThatExpires_signsOut_andOnlyTheSameUserFindsTheTypedText(String next) {
    openAs(EDDIE, "#/rules/orders-per-user?tab=edit");
    type("#field-name", "Half typed");
    see(test("verdict"), "Valid.");
    driver.executeAsyncScript(
        """
        const done = arguments[arguments.length - 1];
        import('app/core/api.js').then(({useToken}) => done(useToken('expired-token-0123456789')));
        """);
    type("#field-name", "All typed");
    see("The service does not accept this token");
    type(test("token"), next);
    click(test("sign-in"));

    see(test("verdict"), next.equals(EDDIE) ? "Valid." : "Valid, without changes.");
    assertThat(driver.getCurrentUrl()).endsWith("#/rules/orders-per-user?tab=edit");
    assertThat(find("#field-name").getDomProperty("value"))
        .isEqualTo(next.equals(EDDIE) ? "All typed" : "");
    driver.executeScript("location.hash = '#/people'");
    if (next.equals(EDDIE)) {
      see("dialog h2", "Leave without saving?");
    } else {
      see("h1", "People");
    }
  }

  @Test
  void pageWhoseModuleIsMissing_saysSo_andOtherPagesWork() {
    openAs(EDDIE, "#/rules");
    see("h1", "Rules");
    block("*/js/pages/keys.js");
    go("#/keys");
    see(test("broken"), "The page cannot be loaded");
    go("#/people");
    see("h1", "People");
    assertThat(driver.findElements(By.cssSelector(test("broken")))).isEmpty();
  }

  @Test
  void dashboard_withoutOneOfItsModules_saysSo() {
    block("*/js/core/router.js");
    openSignedOut();
    see("The dashboard cannot be loaded.");
  }

  private void block(String address) {
    driver.executeCdpCommand("Network.enable", Map.of());
    driver.executeCdpCommand("Network.setBlockedURLs", Map.of("urls", List.of(address)));
  }

  @Test
  void page_inAFrameOfAnotherSite_isNotShown() throws IOException {
    try (FramingSite site = new FramingSite(base() + "/")) {
      driver.get(site.address());
      awaitThat("the frame", () -> driver.findElements(By.tagName("iframe")).size() == 1);
      awaitThat("the refusal", () -> !browser.messages().isEmpty());
      driver.switchTo().frame(0);
      assertThat(driver.findElements(By.tagName("tx-app"))).isEmpty();
      driver.switchTo().defaultContent();
      browser.addresses();
    }
  }
}
