package com.throttlex.server.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.server.RunningServer;
import java.io.IOException;
import java.nio.file.Files;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.By;

/** The dashboard for an administrator with the role viewer. */
class ViewerBrowserTest extends InBrowser {
  private static final String VIEWER = "viewer-token-0123456789";

  @Override
  RunningServer startServer() throws IOException {
    return RunningServer.start(
        folder,
        "version: 1\nrules: [{id: a, key: [user], limits: 10/1m}]\n",
        "admin: {tokens: [{name: vera, role: viewer, token: " + VIEWER + "}]}\n");
  }

  @Test
  void component_thatIsDegraded_isShownAtTheTop() throws IOException {
    openAs(VIEWER, "#/overview");
    see(test("health"), "sqlite");
    assertThat(driver.findElements(By.cssSelector(test("health-warning")))).isEmpty();
    Files.writeString(server.rules(), "version: 1\nrules: [{id: a, key: [user], limits: ten}]\n");
    see(test("health-warning"), "The service is degraded");
    see(test("health-warning"), "limits: ");
    see(test("health"), "degraded");
    assertThat(new Axe(driver).violations()).isEmpty();
  }

  @Test
  void viewer_seesNumbersAndNoControls() {
    openAs(VIEWER, "#/overview");
    see("No request has been checked yet");
    see(test("user-menu"), "viewer");
    assertThat(driver.findElements(By.cssSelector(test("send-check")))).isEmpty();
    assertThat(driver.findElements(By.cssSelector(test("nav-audit")))).isEmpty();
    server.check("{\"user\":\"u-1\"}");
    see(test("by-rule"), "a");
    go("#/audit");
    see("needs the role editor");
    go("#/rules");
    see("a");
    assertThat(driver.findElements(By.cssSelector(test("new-rule")))).isEmpty();
  }
}
