package com.throttlex.server.dashboard;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import org.openqa.selenium.chromium.ChromiumDriver;

/** The accessibility checks of axe-core for WCAG 2.2 AA, on the page as it is now. */
final class Axe {
  private static final String RUN =
      """
      const done = arguments[arguments.length - 1];
      axe.run(document, {runOnly: %s}).then(
        (result) => done(result.violations.flatMap((violation) =>
          violation.nodes.map((node) => `${violation.id}: ${node.html} ${node.failureSummary}`))),
        (error) => done([String(error)]));
      """;

  private final ChromiumDriver driver;

  Axe(ChromiumDriver driver) {
    this.driver = driver;
  }

  /** Returns a line for each element that fails a check. */
  List<?> violations() {
    return run(
        "{type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']}");
  }

  /** Returns a line for each text that cannot be read well; no other check depends on colours. */
  List<?> contrastViolations() {
    return run("{type: 'rule', values: ['color-contrast', 'link-in-text-block']}");
  }

  private List<?> run(String checks) {
    if (!Boolean.TRUE.equals(driver.executeScript("return 'axe' in window"))) {
      driver.executeScript(program());
    }
    return (List<?>) driver.executeAsyncScript(RUN.formatted(checks));
  }

  private static String program() {
    try (InputStream program = Axe.class.getResourceAsStream("/axe.min.js")) {
      return new String(program.readAllBytes(), UTF_8);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }
}
