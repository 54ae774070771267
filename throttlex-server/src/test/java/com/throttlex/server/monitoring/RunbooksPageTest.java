package com.throttlex.server.monitoring;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The list of docs/runbooks/README.md: the fault and the test that fires each alert. */
class RunbooksPageTest {
  private static final Pattern ALERT = Pattern.compile("- alert: ThrottleX(\\w+)");
  private static final Pattern TRIED = Pattern.compile("(?m)^\\| (\\w+) \\| .* \\| `(\\w+)`.*$");
  private static final Path TESTS =
      Path.of("src", "test", "java", "com", "throttlex", "server", "monitoring");

  private static String text(Path file) throws IOException {
    return Files.readString(file);
  }

  private static Map<String, String> tried() throws IOException {
    Map<String, String> tests = new TreeMap<>();
    Matcher row = TRIED.matcher(text(Path.of("..", "docs", "runbooks", "README.md")));
    while (row.find()) {
      tests.put(row.group(1), row.group(2));
    }
    return tests;
  }

  @Test
  void everyAlert_isFiredByTheTestThatThePageNames() throws IOException {
    Map<String, String> tried = tried();
    Matcher alert = ALERT.matcher(text(Path.of("..", "deploy", "prometheus", "rules.yml")));
    int alerts = 0;
    while (alert.find()) {
      String name = alert.group(1);
      assertThat(tried).containsKey(name);
      assertThat(text(TESTS.resolve(tried.get(name) + ".java"))).contains("\"" + name + "\"");
      alerts++;
    }
    assertThat(alerts).isGreaterThan(20);
  }
}
