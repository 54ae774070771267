package com.throttlex.jdbc;

import static com.throttlex.jdbc.Resolution.DAY;
import static com.throttlex.jdbc.Resolution.HOUR;
import static com.throttlex.jdbc.Resolution.MINUTE;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class UsageSpanTest {
  private static Instant at(String time) {
    return Instant.parse("2025-06-" + time + ":00Z");
  }

  private static UsageSpan span(Resolution resolution, String from, String to) {
    return new UsageSpan(resolution, at(from), at(to));
  }

  @Test
  void cover_ofSomeDays_hasMinutesHoursAndDays() {
    assertThat(UsageSpan.cover(at("01T18:30"), at("04T02:05"), DAY))
        .containsExactly(
            span(MINUTE, "01T18:30", "01T19:00"),
            span(HOUR, "01T19:00", "02T00:00"),
            span(DAY, "02T00:00", "04T00:00"),
            span(HOUR, "04T00:00", "04T02:00"),
            span(MINUTE, "04T02:00", "04T02:05"));
    assertThat(UsageSpan.cover(at("01T18:00"), at("04T02:00"), HOUR))
        .containsExactly(span(HOUR, "01T18:00", "04T02:00"));
    assertThat(UsageSpan.cover(at("01T18:10"), at("01T18:50"), DAY))
        .containsExactly(span(MINUTE, "01T18:10", "01T18:50"));
    assertThat(UsageSpan.cover(at("01T18:10"), at("01T18:10"), DAY)).isEmpty();
  }

  @Test
  void cover_ofAnySpan_hasEachMinuteThatStartsInItOnce() {
    SplittableRandom random = new SplittableRandom(7);
    for (int run = 0; run < 200; run++) {
      Instant from = at("01T00:00").plusSeconds(random.nextInt(200_000));
      Instant to = from.plusSeconds(random.nextInt(400_000));
      List<Instant> expected = new ArrayList<>();
      Instant first = MINUTE.next(from);
      for (Instant minute = first; minute.isBefore(to); minute = minute.plusSeconds(60)) {
        expected.add(minute);
      }
      List<Instant> covered = new ArrayList<>();
      for (UsageSpan span : UsageSpan.cover(from, to, DAY)) {
        assertThat(span.resolution().start(span.from())).isEqualTo(span.from());
        assertThat(span.resolution().start(span.to())).isEqualTo(span.to());
        Duration length = Duration.between(span.from(), span.to());
        for (long i = 0; i < length.toMinutes(); i++) {
          covered.add(span.from().plusSeconds(60 * i));
        }
      }
      assertThat(covered).as("%s to %s", from, to).isEqualTo(expected);
    }
  }

  @Test
  void joined_joinsOnlySpansOfOneResolutionThatContinue() {
    assertThat(
            UsageSpan.joined(
                List.of(
                    span(MINUTE, "01T18:30", "01T19:00"),
                    span(MINUTE, "01T19:00", "01T19:30"),
                    span(HOUR, "01T20:00", "01T21:00"),
                    span(HOUR, "01T22:00", "01T23:00"))))
        .containsExactly(
            span(MINUTE, "01T18:30", "01T19:30"),
            span(HOUR, "01T20:00", "01T21:00"),
            span(HOUR, "01T22:00", "01T23:00"));
  }
}
