package com.throttlex.tck.programs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;
import static org.junit.platform.testkit.engine.EventConditions.container;
import static org.junit.platform.testkit.engine.EventConditions.event;
import static org.junit.platform.testkit.engine.EventConditions.finishedWithFailure;
import static org.junit.platform.testkit.engine.EventConditions.skippedWithReason;
import static org.junit.platform.testkit.engine.TestExecutionResultConditions.message;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.junit.platform.commons.support.AnnotationSupport;
import org.junit.platform.testkit.engine.EngineExecutionResults;
import org.junit.platform.testkit.engine.EngineTestKit;

/** A class that needs a program runs, is skipped or fails, and is counted. */
class ProgramExtensionTest {
  private static final String MISSING =
      "no-such-program: not found (expected: its path in TEST_NO_SUCH_PROGRAM, or in a folder of"
          + " PATH: /bin)";

  @TempDir Path folder;
  private ProgramReport report;

  /** The class is made by JUnit, so the extension of each run is handed over here. */
  static final class Example {
    @RegisterExtension static ProgramExtension extension;
    private static boolean started;

    @BeforeAll
    static void start() {
      started = true;
    }

    @Test
    void test_once() {}

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void test_twice(int number) {
      assertThat(number).isPositive();
    }
  }

  /** The browser is needed by this class, because its base class has the annotation. */
  static final class BrowserExample extends BrowserBase {}

  @NeedsBrowser
  abstract static class BrowserBase {}

  private EngineExecutionResults run(String program, String... option) {
    return run(List.of(program), option);
  }

  private EngineExecutionResults run(List<String> needed, String... option) {
    Map<String, String> environment =
        option.length == 0
            ? Map.of("PATH", "/bin")
            : Map.of("PATH", "/bin", "TEST_PROGRAMS", option[0]);
    report = new ProgramReport(Optional.of(folder.resolve("reports/module-1.txt")));
    Example.started = false;
    Example.extension =
        new ProgramExtension(
            new Programs(environment, new Properties()), context -> needed, context -> report);
    return EngineTestKit.engine("junit-jupiter").selectors(selectClass(Example.class)).execute();
  }

  @ParameterizedTest
  @ValueSource(strings = {"optional", "required"})
  void tests_whoseProgramIsFound_runAndAreCounted(String option) throws Exception {
    run("sh", option).testEvents().assertStatistics(events -> events.succeeded(3).finished(3));

    assertThat(report.line()).isEqualTo("external programs: sh 3 tests");
    report.write();
    report.write();
    assertThat(Files.readString(folder.resolve("reports/module-1.txt"))).isEqualTo("sh 3\nsh 3\n");
  }

  @Test
  void tests_whoseProgramIsMissing_areSkippedWithTheReason() throws Exception {
    EngineExecutionResults results = run("no-such-program");

    results.testEvents().assertStatistics(events -> events.started(0));
    results
        .containerEvents()
        .assertThatEvents()
        .haveExactly(1, event(container(Example.class), skippedWithReason(MISSING)));
    assertThat(Example.started).isFalse();
    assertThat(report.line())
        .isEqualTo("external programs: no-such-program not found (2 tests not run)");
    report.write();
    assertThat(folder.resolve("reports/module-1.txt")).isEmptyFile();
  }

  @Test
  void tests_ofSeveralPrograms_runIfAllAreFound() {
    run(List.of("sh", "cat")).testEvents().assertStatistics(events -> events.succeeded(3));
    assertThat(report.line()).isEqualTo("external programs: cat 3 tests, sh 3 tests");

    run(List.of("sh", "no-such-program")).testEvents().assertStatistics(e -> e.started(0));
    assertThat(report.line())
        .isEqualTo("external programs: no-such-program not found (2 tests not run)");
    fails(run(List.of("sh", "no-such-program"), "required"), MISSING);
  }

  @Test
  void annotationOfTheBrowser_onABaseClass_appliesToItsSubclasses() {
    assertThat(AnnotationSupport.findAnnotation(BrowserExample.class, NeedsProgram.class))
        .hasValueSatisfying(
            needed -> assertThat(needed.value()).containsExactly("chromium", "chromedriver"));
    assertThat(AnnotationSupport.findRepeatableAnnotations(BrowserExample.class, Tag.class))
        .extracting(Tag::value)
        .containsExactly("browser");
    assertThat(AnnotationSupport.findRepeatableAnnotations(BrowserExample.class, ExtendWith.class))
        .hasSize(1);
  }

  @Test
  void tests_whoseProgramIsMissingAndRequired_fail() {
    fails(run("no-such-program", "required"), MISSING);
  }

  @ParameterizedTest
  @ValueSource(strings = {"sh", "no-such-program"})
  void tests_withAWrongSwitch_failWhetherTheProgramIsThereOrNot(String program) {
    fails(run(program, "yes"), "TEST_PROGRAMS: \"yes\" (expected: required or optional)");
  }

  private static void fails(EngineExecutionResults results, String text) {
    results.testEvents().assertStatistics(events -> events.started(0));
    results
        .containerEvents()
        .assertThatEvents()
        .haveExactly(
            1,
            event(
                container(Example.class),
                finishedWithFailure(message(said -> said.endsWith(text)))));
    assertThat(Example.started).isFalse();
  }

  @Test
  void report_ofSeveralPrograms_hasThemInOrder() {
    report = new ProgramReport(Optional.empty());
    report.notRun("envoy", 6);
    report.ran("nginx");
    report.ran("caddy");
    report.notRun("envoy", 1);

    assertThat(report.line())
        .isEqualTo(
            "external programs: caddy 1 tests, envoy not found (7 tests not run), nginx 1 tests");
  }
}
