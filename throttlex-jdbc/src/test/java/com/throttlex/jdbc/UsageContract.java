package com.throttlex.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The contract of the table of usage. */
interface UsageContract extends OpenDatabase {
  Instant NOON = Instant.parse("2025-06-01T12:00:00Z");

  private UsageTable usage() {
    return database().usage();
  }

  private List<Usage> all(Resolution resolution) {
    return usage().query(null, Instant.MIN, Instant.MAX, resolution, 10_000);
  }

  private static Instant minute(int n) {
    return NOON.plusSeconds(60L * n);
  }

  @Test
  default void usageCounts_addUpByMinuteAndByHour() {
    usage()
        .add(minute(58), List.of(new UsageCount("b", 1, 2, 3, 0), new UsageCount("a", 4, 0, 0, 0)));
    usage().add(minute(58).plusSeconds(30), List.of(new UsageCount("b", 10, 20, 30, 0)));
    usage().add(minute(59), List.of(new UsageCount("b", 100, 200, 300, 0)));
    usage()
        .add(minute(60), List.of(new UsageCount("b", 7, 8, 9, 0), new UsageCount("b", 1, 1, 1, 0)));

    assertThat(all(Resolution.MINUTE))
        .containsExactly(
            new Usage(minute(58), "a", 4, 0, 0, 0),
            new Usage(minute(58), "b", 11, 22, 33, 0),
            new Usage(minute(59), "b", 100, 200, 300, 0),
            new Usage(minute(60), "b", 8, 9, 10, 0));
    assertThat(all(Resolution.HOUR))
        .containsExactly(
            new Usage(NOON, "a", 4, 0, 0, 0),
            new Usage(NOON, "b", 111, 222, 333, 0),
            new Usage(minute(60), "b", 8, 9, 10, 0));
  }

  @Test
  default void usageQuery_byRuleAndTime_returnsOnlyWhatMatches() {
    for (int n = 0; n < 4; n++) {
      usage()
          .add(
              minute(n), List.of(new UsageCount("a", n, 0, 0, 0), new UsageCount("b", n, 0, 0, 0)));
    }

    assertThat(usage().query("a", minute(1), minute(3), Resolution.MINUTE, 9))
        .containsExactly(
            new Usage(minute(1), "a", 1, 0, 0, 0), new Usage(minute(2), "a", 2, 0, 0, 0));
    assertThat(usage().query(null, minute(1), minute(2), Resolution.MINUTE, 9))
        .extracting(Usage::rule)
        .containsExactly("a", "b");
    assertThat(usage().query(null, minute(0), minute(4), Resolution.MINUTE, 3)).hasSize(3);
    assertThat(usage().query("A", minute(0), minute(4), Resolution.MINUTE, 9)).isEmpty();
  }

  @Test
  default void usageQuery_withLimitZero_isRefused() {
    assertThatThrownBy(() -> usage().query(null, NOON, NOON, Resolution.HOUR, 0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("limit: 0 (expected: at least 1)");
  }

  @Test
  default void usageDeletion_ofOneResolution_keepsTheOther() {
    List<UsageCount> counts =
        IntStream.range(0, 500).mapToObj(n -> new UsageCount("r" + n, 1, 0, 0, 0)).toList();
    for (int n = 0; n < 4; n++) {
      usage().add(minute(n), counts);
    }

    assertThat(usage().deleteMinutesBefore(minute(3))).isEqualTo(1_503);
    assertThat(all(Resolution.MINUTE)).hasSize(500).allMatch(u -> u.start().equals(minute(3)));
    assertThat(all(Resolution.HOUR)).hasSize(500).allMatch(u -> u.allowed() == 4);
    assertThat(usage().deleteHoursBefore(NOON)).isZero();
    assertThat(usage().deleteHoursBefore(NOON.plusNanos(1))).isEqualTo(501);
    assertThat(all(Resolution.MINUTE)).hasSize(500);
  }

  private static UsageSpan span(Resolution resolution, int from, int to) {
    return new UsageSpan(resolution, minute(from), minute(to));
  }

  @Test
  default void usageSeries_ofARuleOrOfAll_hasTheRecordsOfItsSpans() {
    usage()
        .add(minute(59), List.of(new UsageCount("a", 1, 2, 3, 1), new UsageCount("b", 5, 0, 0, 0)));
    usage().add(minute(60), List.of(new UsageCount("a", 10, 0, 0, 4)));
    usage().add(minute(130), List.of(new UsageCount("b", 7, 1, 0, 0)));
    List<UsageSpan> spans = List.of(span(Resolution.MINUTE, 0, 60), span(Resolution.HOUR, 60, 180));

    assertThat(usage().series("a", spans))
        .containsExactly(
            new Usage(minute(59), "a", 1, 2, 3, 1), new Usage(minute(60), "a", 10, 0, 0, 4));
    assertThat(usage().series(UsageTable.ALL, spans))
        .containsExactly(
            new Usage(minute(59), "", 6, 2, 3, 1),
            new Usage(minute(60), "", 10, 0, 0, 4),
            new Usage(minute(120), "", 7, 1, 0, 0));
    assertThat(usage().series("a", List.of())).isEmpty();
  }

  @Test
  default void usageSums_areByRule_busiestFirst() {
    usage()
        .add(minute(59), List.of(new UsageCount("a", 1, 2, 3, 1), new UsageCount("b", 5, 0, 0, 0)));
    usage()
        .add(
            minute(60), List.of(new UsageCount("a", 10, 0, 0, 4), new UsageCount("s", 0, 0, 9, 0)));
    usage().add(minute(60 * 24), List.of(new UsageCount("b", 7, 1, 0, 0)));
    List<UsageSpan> spans = UsageSpan.cover(minute(59), minute(60 * 24 + 1), Resolution.DAY);

    assertThat(usage().sums(spans, 9))
        .containsExactly(
            new Usage(minute(59), "a", 11, 2, 3, 5),
            new Usage(minute(59), "b", 12, 1, 0, 0),
            new Usage(minute(60), "s", 0, 0, 9, 0));
    assertThat(usage().sums(spans, 2)).extracting(Usage::rule).containsExactly("a", "b");
    assertThat(usage().sums(List.of(), 2)).isEmpty();
  }
}
