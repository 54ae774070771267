package com.throttlex.server.dashboard;

import com.throttlex.tck.programs.Programs;
import java.util.List;
import java.util.Map;
import java.util.logging.Level;
import java.util.stream.StreamSupport;
import org.openqa.selenium.WindowType;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.chromium.ChromiumDriver;
import org.openqa.selenium.logging.LogEntry;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;

/** A headless Chromium, shared by all tests of this JVM. Each test has a tab of its own. */
final class Browser {
  private static final String REQUESTS = "performance";

  private static Browser shared;

  private final ChromiumDriver driver;

  private Browser() {
    ChromeDriverService service =
        new ChromeDriverService.Builder()
            .usingDriverExecutable(Programs.here().path("chromedriver").toFile())
            .usingAnyFreePort()
            .build();
    driver = new Chromium(service, options());
    Runtime.getRuntime().addShutdownHook(new Thread(driver::quit, "test-browser-end"));
  }

  /** Chromium asks for updates and the like; without names it reaches no other host. */
  private static ChromeOptions options() {
    ChromeOptions options = new ChromeOptions();
    options.setBinary(Programs.here().path("chromium").toFile());
    options.addArguments(
        "--headless=new",
        "--no-sandbox",
        "--disable-dev-shm-usage",
        "--disable-gpu",
        "--disable-extensions",
        "--disable-background-networking",
        "--no-first-run",
        "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
        "--lang=en-GB");
    if (Boolean.getBoolean("throttlex.write")) {
      options.addArguments("--hide-scrollbars"); // in pictures
    }
    LoggingPreferences logs = new LoggingPreferences();
    logs.enable(LogType.BROWSER, Level.ALL);
    logs.enable(REQUESTS, Level.ALL);
    options.setCapability("goog:loggingPrefs", logs);
    return options;
  }

  static synchronized Browser shared() {
    if (shared == null) {
      shared = new Browser();
    }
    return shared;
  }

  ChromiumDriver driver() {
    return driver;
  }

  /** Opens an empty tab, closes the other ones, and forgets what was logged. */
  void freshTab() {
    List<String> before = List.copyOf(driver.getWindowHandles());
    String fresh = driver.switchTo().newWindow(WindowType.TAB).getWindowHandle();
    for (String tab : before) {
      driver.switchTo().window(tab).close();
    }
    driver.switchTo().window(fresh);
    messages();
    addresses();
  }

  /**
   * Sets the size of the page and the preferred colours, "light" or "dark". Nothing moves, so that
   * colours do not change slowly.
   */
  void show(int width, int height, String colours) {
    driver.executeCdpCommand(
        "Emulation.setDeviceMetricsOverride",
        Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", width < 600));
    colours(colours);
  }

  /** Sets the preferred colours, "light" or "dark". */
  void colours(String colours) {
    driver.executeCdpCommand(
        "Emulation.setEmulatedMedia",
        Map.of(
            "features",
            List.of(
                Map.of("name", "prefers-color-scheme", "value", colours),
                Map.of("name", "prefers-reduced-motion", "value", "reduce"))));
  }

  /** Returns the warnings and errors on the console since the last call. */
  List<String> messages() {
    return StreamSupport.stream(driver.manage().logs().get(LogType.BROWSER).spliterator(), false)
        .filter(entry -> entry.getLevel().intValue() >= Level.WARNING.intValue())
        .map(LogEntry::getMessage)
        .toList();
  }

  /** Returns the addresses of all requests since the last call. */
  List<String> addresses() {
    return StreamSupport.stream(driver.manage().logs().get(REQUESTS).spliterator(), false)
        .map(LogEntry::getMessage)
        .filter(message -> message.contains("\"Network.requestWillBeSent\""))
        .map(
            message -> message.replaceFirst("(?s).*\"request\":\\{.*?\"url\":\"([^\"]*)\".*", "$1"))
        .toList();
  }
}
