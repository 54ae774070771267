package com.throttlex.replay.log;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Several files as one stream, in the order of time. */
class LogOrderTest {
  private static LogOptions within(Duration bound) {
    return new LogOptions(LogOptions.AUTO, List.of(), bound, null, null, Set.of());
  }

  private static List<String> paths(LogTexts.Read read) {
    return read.entries().stream().map(entry -> entry.request().endpoint()).toList();
  }

  @Test
  void files_areMergedByTime() {
    String one = LogTexts.line(1, "10.0.0.1", "/a") + LogTexts.line(30, "10.0.0.1", "/d");
    String two = LogTexts.line(2, "10.0.0.1", "/b") + LogTexts.line(20, "10.0.0.1", "/c");
    String three = LogTexts.line(40, "10.0.0.1", "/e");

    assertThat(paths(LogTexts.read(three, one, two))).containsExactly("/a", "/b", "/c", "/d", "/e");
  }

  @Test
  void linesOutOfOrder_withinTheBound_areSortedAndEqualTimesKeepTheirOrder() {
    String text =
        LogTexts.line(5, "10.0.0.1", "/b")
            + LogTexts.line(5, "10.0.0.1", "/c")
            + LogTexts.line(3, "10.0.0.1", "/a")
            + LogTexts.line(9, "10.0.0.1", "/d");

    assertThat(paths(LogTexts.read(text))).containsExactly("/a", "/b", "/c", "/d");
    assertThat(paths(LogTexts.read(within(Duration.ZERO), text)))
        .containsExactly("/b", "/c", "/a", "/d");
  }

  @Test
  void shuffledLines_withinTheBound_comeOutSorted() {
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < 3000; i++) {
      lines.add(LogTexts.line(i, "10.0.0.1", "/" + i));
    }
    Random random = new Random(3);
    for (int i = 0; i < 3000; i += 50) {
      Collections.shuffle(lines.subList(i, i + 50), random);
    }
    LogTexts.Read read = LogTexts.read(within(Duration.ofSeconds(50)), String.join("", lines));

    assertThat(read.entries()).extracting(LogEntry::nanos).isSorted();
    assertThat(read.entries()).hasSize(3000);
  }

  @Test
  void period_leavesOutRequestsBeforeAndAfter() {
    String text =
        LogTexts.line(1, "10.0.0.1", "/a")
            + LogTexts.line(2, "10.0.0.1", "/b")
            + LogTexts.line(3, "10.0.0.1", "/c");
    LogOptions options =
        new LogOptions(
            LogOptions.AUTO,
            List.of(),
            Duration.ZERO,
            Instant.parse("2026-11-16T08:00:02Z"),
            Instant.parse("2026-11-16T08:00:03Z"),
            Set.of());
    LogTexts.Read read = LogTexts.read(options, text);

    assertThat(paths(read)).containsExactly("/b");
    assertThat(read.file().outside()).isEqualTo(2);
  }

  @Test
  void period_thatEndsInAFarFuture_leavesOutNothing() {
    LogOptions options =
        new LogOptions(
            LogOptions.AUTO,
            List.of(),
            Duration.ZERO,
            Instant.parse("0001-01-01T00:00:00Z"),
            Instant.parse("9999-12-31T00:00:00Z"),
            Set.of());

    assertThat(paths(LogTexts.read(options, LogTexts.line(1, "10.0.0.1", "/a"))))
        .containsExactly("/a");
  }
}
