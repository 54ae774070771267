package com.throttlex.server.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.By;

/** People, keys, adaptive limits, replay, audit and Try in a browser. */
class OperationsBrowserTest extends InBrowser {
  private static final String MARKUP =
      "<img src=x onerror=\"document.title='broken in'\"><b class=injected>";
  private static final String ADAPTIVE =
      """
      {"id":"db-calls","match":{"services":["db"]},"limits":"100/1s","adaptive":{"min":10,"max":200}}""";

  @Override
  List<String> expectedMessages() {
    return List.of("404", "422", "503");
  }

  private void check(String user, int times) {
    JsonObject body =
        new JsonObject().put("user", user).put("endpoint", "/api/v1/orders").put("method", "POST");
    for (int i = 0; i < times; i++) {
      assertThat(server.check(body.encode()).status()).isIn(200, 429);
    }
  }

  private long remaining() {
    String body =
        "{\"user\":\"u-1\",\"endpoint\":\"/api/v1/orders\",\"method\":\"POST\",\"cost\":0}";
    return server.check(body).json().getLong("remaining");
  }

  private void confirm(String heading) {
    see("dialog h2", heading);
    click("dialog " + test("confirm"));
    awaitThat(
        "the end of " + heading, () -> driver.findElements(By.cssSelector("dialog")).isEmpty());
  }

  private JsonObject admin(String path) {
    return server.admin("GET", path, "").json();
  }

  private void assertNoMarkup() {
    assertThat(driver.findElements(By.cssSelector("main img, .injected"))).isEmpty();
    assertThat(driver.getTitle()).endsWith(" · ThrottleX");
  }

  @Test
  void user_getsATierAndAnOverrideWithAnEnd_andTheAuditTrailShowsIt() {
    String user = "u&" + MARKUP;
    check(user, 7);
    awaitThat(
        "the denial in the audit trail",
        () -> !admin("/api/v1/users").getJsonArray("users").isEmpty());
    open("#/people");
    see(test("users"), user);
    type(test("user"), "U&");
    see("No user with a tier");
    type(test("user"), "u&");
    see(test("users"), user);
    driver.findElement(By.cssSelector(test("users") + " a")).click();
    see(test("user-id"), user);
    see(test("denied"), "orders-per-user");
    see(test("tier"), "none");

    click(test("change-tier"));
    click("#tier option[value='pro']");
    confirm("Tier of " + user);
    see(test("tier"), "pro");
    click(test("add-override"));
    type(test("override-limits"), "lots");
    click("dialog " + test("confirm"));
    see("dialog " + test("problem"), "Not valid");
    see("dialog " + test("problem"), "limits: ");
    type(test("override-limits"), "7/1m, 70/1h");
    confirm("Override for " + user);
    see(test("limits"), "7/1m, 70/1h");
    see(test("limits"), "(in ");
    JsonObject limits = admin("/api/v1/users").getJsonArray("users").getJsonObject(0);
    assertThat(limits.getString("tier")).isEqualTo("pro");
    assertThat(limits.getInteger("overrides")).isEqualTo(1);
    assertNoMarkup();

    driver.findElement(By.partialLinkText("Everything in the audit trail")).click();
    see(test("entries"), "override-set");
    see(test("entries"), "tier-set");
    see(test("entries"), "throttled");
    assertNoMarkup();
    type(test("audit-action"), "tier-set");
    click(test("filter"));
    awaitThat("only tiers", () -> !find(test("entries")).getText().contains("override-set"));
    see(test("entries"), "pro");
    driver.navigate().back();
    see(test("entries"), "override-set");
    click(test("choose-throttled"));
    see(test("entries"), "limit 5 used up");
    type(test("audit-action"), "");
    type(test("audit-user"), "");
    type(test("audit-target"), "none");
    click(test("filter"));
    see("No entry matches.");

    go("#/people/" + "x");
    see(test("user-id"), "x");
    see(test("not-denied"), "Nothing was denied.");
    driver.navigate().back();
    driver.executeScript("location.hash = '#/people/' + encodeURIComponent(arguments[0])", user);
    click(test("end-orders-per-user"));
    confirm("End the override of " + user);
    awaitThat("no override", () -> !find(test("limits")).getText().contains("70/1h"));
    assertNoMarkup();
  }

  @Test
  void key_isLookedUpAndReset_andACurlLineIsTried() {
    check("u-1", 7);
    open("#/keys");
    see(test("keys"), "orders-per-user|user=u-1");
    type(test("key"), "orders-per-user|user=u-1");
    click(test("look-up"));
    see(test("counters"), "5 of 5");
    click(test("reset-key"));
    see("dialog", "5 of 5 per 1 min");
    confirm("Reset this counter?");
    see("The counter is full again.");
    see("Nothing is counted for this key now.");
    assertThat(remaining()).isEqualTo(5);

    go("#/try");
    click(test("choose-curl"));
    type(test("curl"), "wget x");
    click(test("read-curl"));
    see("It does not begin with curl.");
    type(
        test("curl"),
        "curl -X POST 'https://shop.example.com/api/v1/orders?x=1' -H 'X-API-Key: k-1'"
            + " -H 'X-Forwarded-For: 203.0.113.9'");
    click(test("read-curl"));
    see(test("verdict"), "allowed");
    see(test("not-applying"), "orders-per-user");
    assertThat(driver.getCurrentUrl()).contains("203.0.113.9").doesNotContain("k-1");
    click(test("choose-form"));
    type(test("try-user"), "u-1");
    click(test("explain"));
    see(test("applies-orders-per-user"), "has room");
    assertThat(remaining()).isEqualTo(5);
    driver.navigate().refresh();
    see(test("applies-orders-per-user"), "orders-per-user|user=u-1");
  }

  @Test
  void adaptiveLimit_isSetFrozenAndResumed() {
    server.admin("POST", "/api/v1/rules", ADAPTIVE);
    server.admin("POST", "/api/v1/health-signals", "{\"service\":\"db\",\"cpu\":0.5}");
    awaitThat("the limit", () -> !admin("/api/v1/adaptive").getJsonArray("rules").isEmpty());
    String limit = test("adaptive-db-calls");
    open("#/adaptive");
    see(limit, "follows health");
    click(limit + " " + test("fix"));
    type("#limit", "500");
    click("dialog " + test("confirm"));
    see("dialog", "Set the limit of db-calls");
    type("#limit", "42");
    confirm("Set the limit of db-calls");
    see(limit, "set by hand");
    see(limit + " " + test("limit"), "42");
    click(limit + " " + test("resume"));
    confirm("Resume the limit of db-calls?");
    see(limit, "follows health");
    click(limit + " " + test("freeze"));
    confirm("Freeze the limit of db-calls?");
    see(limit, "frozen");
    awaitThat("a point", () -> !admin("/api/v1/adaptive/history").getJsonArray("points").isEmpty());
    driver.navigate().refresh();
    see(limit, "frozen");
    awaitThat("the plot", () -> !driver.findElements(By.cssSelector("tx-lines")).isEmpty());
  }

  @Test
  void logs_droppedOntoThePage_areReplayed() throws IOException {
    String line =
        "203.0.113.9 - - [04/Mar/2026:10:20:%02d +0000] \"POST /api/v1/orders HTTP/1.1\" 200 5\n";
    StringBuilder log = new StringBuilder("no request\n");
    for (int i = 0; i < 20; i++) {
      log.append(line.formatted(i));
    }
    open("#/replay");
    type(test("text-rules"), "version: 1\nrules:\n  - id: few\n    key: [ip]\n    limits: ten\n");
    drop(log.toString());
    see("1 file");
    click(test("replay"));
    see(test("problem"), "Not valid");
    see(test("problem"), "rules:5: ");
    type(test("text-rules"), "version: 1\nrules:\n  - {id: few, key: [ip], limits: 5/1h}\n");
    click(test("replay"));
    see(test("replay-denied"), "15");
    see(test("replay-rules"), "few");
    see("Keys with other results");
    see("1 of them broken");
    assertNoMarkup();
    Path file = Files.writeString(folder.resolve("a.log"), log);
    driver.findElement(By.cssSelector(test("log"))).sendKeys(file + "\n" + file);
    see("2 files");
    try (Socket other = beginReplay()) {
      assertThat(other.isConnected()).isTrue();
      click(test("replay"));
      see(test("problem"), "Not available");
      see(test("problem"), "another one is running");
      see(test("problem"), "Try again in 10 seconds.");
    }
    awaitThat("the end of the other replay", () -> uploads() == 0);
    click(test("replay"));
    see(test("replay-denied"), "35");
  }

  /** Begins a replay whose form never ends. */
  private Socket beginReplay() throws IOException {
    Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.adminPort());
    String part = "--b\r\nContent-Disposition: form-data; name=traffic; filename=a\r\n\r\nx";
    String head =
        "POST /api/v1/replay HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer "
            + token()
            + "\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: 999\r\n\r\n";
    socket.getOutputStream().write((head + part).getBytes(StandardCharsets.US_ASCII));
    awaitThat("the replay", () -> uploads() == 1);
    return socket;
  }

  private long uploads() {
    try (Stream<Path> files = Files.list(folder.resolve("data"))) {
      return files.filter(file -> file.getFileName().toString().startsWith(".replay")).count();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void drop(String log) {
    driver.executeScript(
        """
        const data = new DataTransfer();
        data.items.add(new File([arguments[0]], arguments[1]));
        const target = document.querySelector('.drop');
        target.dispatchEvent(new DragEvent('drop', {dataTransfer: data, bubbles: true, cancelable: true}));
        """,
        log,
        MARKUP + ".log");
  }
}
