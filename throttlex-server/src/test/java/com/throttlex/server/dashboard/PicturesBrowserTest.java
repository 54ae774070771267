package com.throttlex.server.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.server.RunningServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * Every page fits a phone, and the document shows every page; {@code -Dthrottlex.write=true} makes
 * the pictures: in both themes, and on a phone.
 */
class PicturesBrowserTest extends InBrowser {
  private static final Path FOLDER = Path.of("..", "docs", "dashboard");
  private static final Path PAGE = Path.of("..", "docs", "DASHBOARD.md");
  private static final boolean WRITE = Boolean.getBoolean("throttlex.write");

  private static final int PHONE = 360;

  /** The narrowest page without scrolling to the side: a window of 1280 pixels at 400 %. */
  private static final int NARROWEST = 320;

  /** How many rounds of traffic the plot of the last minutes shows. */
  private static final int ROUNDS = WRITE ? Integer.getInteger("throttlex.rounds", 60) : 2;

  /** Pictures end here; a longer page goes on below. */
  private static final int MOST_HEIGHT = Integer.getInteger("throttlex.height", 1800);

  /** A page: the name of its pictures, its place, and a text that it shows when it is complete. */
  private record Shot(String name, String place, String text) {}

  private static final List<Shot> SHOTS =
      List.of(
          new Shot("overview", "#/overview", "partner-feed"),
          new Shot("overview-day", "#/overview?range=day", "in the last 24 hours"),
          new Shot("rules", "#/rules", "Feed of partners"),
          new Shot("rule", "#/rules/search?range=hour", "Denied"),
          new Shot("rule-edit", "#/rules/search?tab=edit", "Valid"),
          new Shot("rule-history", "#/rules/search?tab=history", "Version 3"),
          new Shot("try", "#/try?user=ben&endpoint=/api/v1/search&method=GET", "Rules that apply"),
          new Shot("people", "#/people", "Last denied"),
          new Shot("person", "#/people/ada", "Denied lately"),
          new Shot("keys", "#/keys", "user=ben"),
          new Shot("key", "#/keys/orders-per-user%7Cuser%3Dben", "Limits"),
          new Shot("adaptive", "#/adaptive", "Health"),
          new Shot("audit", "#/audit?actor=anna", "rule-updated"));

  private final List<String> tooWide = new ArrayList<>();

  @Override
  RunningServer startServer() throws IOException {
    return SampleShop.start(folder);
  }

  @Test
  void everyPage_fitsAPhone_andIsInTheDocument() throws IOException {
    openSignedOut();
    see("Sign in");
    shoot("sign-in");
    SampleShop shop = new SampleShop(server);
    shop.fill();
    openAs(SampleShop.ADMIN, "#/replay");
    replay();
    shoot("replay");
    go("#/overview");
    for (int i = 0; i < ROUNDS; i++) {
      shop.traffic();
      shop.health(0.6 + 0.36 * i / ROUNDS, 180 + 180 * i / ROUNDS);
      int before = events();
      awaitThat("another second of live numbers", () -> events() > before);
    }
    for (Shot shot : SHOTS) {
      shop.traffic();
      shop.health(0.93, 320);
      go(shot.place());
      see(shot.text());
      awaitThat("all of " + shot, () -> !shown().contains("Loading"));
      shoot(shot.name());
    }
    assertThat(tooWide).as("pages that do not fit a phone").isEmpty();
  }

  private int events() {
    Object seconds =
        driver.executeAsyncScript(
            """
            const done = arguments[arguments.length - 1];
            import('app/core/live.js').then(({live}) => done(live.seconds.length));
            """);
    return ((Number) seconds).intValue();
  }

  private void replay() {
    StringBuilder log = new StringBuilder();
    for (int i = 0; i < 600; i++) {
      log.append(
          "203.0.113.%d - - [04/Mar/2026:10:%02d:%02d +0000] \"POST /api/v1/orders HTTP/1.1\" 200 5\n"
              .formatted(i * i % 7, i / 40, i % 40));
    }
    type(test("text-rules"), "version: 1\nrules:\n  - {id: few, key: [ip], limits: 5/1m}\n");
    driver.executeScript(
        """
        const data = new DataTransfer();
        data.items.add(new File([arguments[0]], 'access.log'));
        document.querySelector('.drop').dispatchEvent(
            new DragEvent('drop', {dataTransfer: data, bubbles: true, cancelable: true}));
        """,
        log.toString());
    see("1 file");
    click(test("replay"));
    see(test("replay-rules"), "few");
  }

  /** Takes pictures of the page that is shown, and checks that it fits a phone. */
  private void shoot(String name) throws IOException {
    assertThat(Files.readString(PAGE))
        .as("pictures in %s", PAGE)
        .contains("dashboard/" + name + ".png", "dashboard/" + name + "-dark.png");
    if (WRITE) {
      write(name, 1280, "light");
      write(name + "-dark", 1280, "dark");
    }
    if (WRITE) {
      write(name + "-phone", PHONE, "light");
    }
    browser.show(NARROWEST, 740, "light");
    awaitThat("the size", () -> number("document.documentElement.clientWidth") == NARROWEST);
    if (number("document.documentElement.scrollWidth") > NARROWEST) {
      tooWide.add(name);
    }
    browser.show(1280, 900, "light");
    for (String look : List.of("", "-dark", "-phone")) {
      assertThat(FOLDER.resolve(name + look + ".png")).exists();
    }
  }

  private long number(String script) {
    return ((Number) driver.executeScript("return Math.round(" + script + ")")).longValue();
  }

  private void write(String name, int width, String colours) throws IOException {
    browser.show(width, 900, colours);
    // The plots measure themselves and draw again.
    driver.executeAsyncScript(
        "const done = arguments[arguments.length - 1]; setTimeout(() => requestAnimationFrame(done), 250)");
    long height = Math.min(MOST_HEIGHT, number("document.documentElement.scrollHeight"));
    browser.show(width, (int) height, colours);
    Map<String, Object> shot =
        driver.executeCdpCommand("Page.captureScreenshot", Map.of("format", "png"));
    byte[] png = Base64.getDecoder().decode((String) shot.get("data"));
    Files.createDirectories(FOLDER);
    PalettePng.write(png, FOLDER.resolve(name + ".png"));
  }
}
