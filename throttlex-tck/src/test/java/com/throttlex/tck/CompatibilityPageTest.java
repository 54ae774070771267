package com.throttlex.tck;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.tck.SourceTree.TestMethod;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** docs/COMPATIBILITY.md names every acceptance test, and only tests that exist. */
class CompatibilityPageTest {
  private static final Path TESTS =
      Path.of(
          "throttlex-server", "src", "test", "java", "com", "throttlex", "server", "acceptance");
  private static final Pattern CLASS = Pattern.compile("`([A-Z]\\w*(?:Test|Contract))`");
  private static final Pattern SECTION = Pattern.compile("]\\(([\\w./]*)#([\\w-]+)\\)");
  private static final Pattern HEADING = Pattern.compile("(?m)^#+ (.+)$");
  private static final Pattern METHOD = Pattern.compile("`([a-z][A-Za-z0-9]*_\\w+)`");

  /** Names in the tables that are no tests: metrics, tables, members. */
  private static final Set<String> OTHERS =
      Set.of(
          "throttlex_usage",
          "throttlex_sw_log",
          "throttlex_policy",
          "throttlex_allowed_total",
          "throttlex_blocked_total",
          "throttlex_latency_ms",
          "throttlex_latency_seconds",
          "queue_position",
          "retry_after");

  private final SourceTree sources = SourceTree.find();
  private final String page = sources.text(Path.of("docs", "COMPATIBILITY.md"));

  private Set<String> named(Pattern pattern) {
    return pattern
        .matcher(page)
        .results()
        .map(found -> found.group(1))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private Stream<TestMethod> acceptance() {
    return sources.testMethods().stream().filter(test -> test.file().startsWith(TESTS));
  }

  @Test
  void acceptanceTests_areAllOnThePage() {
    Set<String> named = named(METHOD);
    named.addAll(named(CLASS));

    assertThat(acceptance().map(TestMethod::name)).hasSizeGreaterThan(80).isSubsetOf(named);
    assertThat(acceptance().map(CompatibilityPageTest::className)).isSubsetOf(named);
  }

  private static String className(TestMethod test) {
    return test.file().getFileName().toString().replace(".java", "");
  }

  @Test
  void classes_onThePage_exist() {
    assertThat(named(CLASS)).hasSizeGreaterThan(10).isSubsetOf(sources.classNames());
  }

  @Test
  void methods_onThePage_areTests() {
    Set<String> named = named(METHOD);
    named.removeAll(OTHERS);

    sources.testMethods().stream().map(TestMethod::name).forEach(named::remove);
    assertThat(named).as("methods that are no tests").isEmpty();
  }

  @Test
  void sections_onThePage_exist() {
    assertThat(SECTION.matcher(page).results())
        .hasSizeGreaterThan(50)
        .allSatisfy(link -> assertThat(sections(link.group(1))).contains(link.group(2)));
  }

  /** Returns the anchors of a page that a link names; of this page if it names none. */
  private Set<String> sections(String link) {
    Path file = Path.of("docs").resolve(link.isEmpty() ? "COMPATIBILITY.md" : link).normalize();
    return HEADING
        .matcher(sources.text(file))
        .results()
        .map(heading -> anchor(heading.group(1)))
        .collect(Collectors.toSet());
  }

  private static String anchor(String heading) {
    return heading.toLowerCase(Locale.ROOT).replaceAll("[^\\w -]", "").replace(' ', '-');
  }
}
