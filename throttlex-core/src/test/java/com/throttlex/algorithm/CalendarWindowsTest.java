package com.throttlex.algorithm;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.zone.ZoneOffsetTransition;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

class CalendarWindowsTest {
  private static Meter meter(String period, String zone) {
    return (Meter) Limit.of(Algorithm.FIXED_WINDOW, Rate.parse("10/" + period, ZoneId.of(zone)));
  }

  private static long nanos(Instant instant) {
    return instant.getEpochSecond() * 1_000_000_000L + instant.getNano();
  }

  @ParameterizedTest
  @CsvSource({
    // Europe: the clocks change at two or three at night
    "Europe/Berlin,    day,   2026-03-28T23:00:00Z, 2026-03-29T22:00:00Z, 23",
    "Europe/Berlin,    day,   2026-03-29T22:00:00Z, 2026-03-30T22:00:00Z, 24",
    "Europe/Berlin,    day,   2026-10-24T22:00:00Z, 2026-10-25T23:00:00Z, 25",
    "Europe/Berlin,    week,  2026-03-22T23:00:00Z, 2026-03-29T22:00:00Z, 167",
    "Europe/Berlin,    week,  2026-10-18T22:00:00Z, 2026-10-25T23:00:00Z, 169",
    "Europe/Berlin,    week,  2026-12-27T23:00:00Z, 2027-01-03T23:00:00Z, 168",
    "Europe/Berlin,    month, 2026-01-31T23:00:00Z, 2026-02-28T23:00:00Z, 672",
    "Europe/Berlin,    month, 2028-01-31T23:00:00Z, 2028-02-29T23:00:00Z, 696",
    "Europe/Berlin,    month, 2026-02-28T23:00:00Z, 2026-03-31T22:00:00Z, 743",
    "Europe/Berlin,    month, 2026-09-30T22:00:00Z, 2026-10-31T23:00:00Z, 745",
    "Europe/Berlin,    month, 2026-11-30T23:00:00Z, 2026-12-31T23:00:00Z, 744",
    // America
    "America/New_York, day,   2026-03-08T05:00:00Z, 2026-03-09T04:00:00Z, 23",
    "America/New_York, day,   2026-11-01T04:00:00Z, 2026-11-02T05:00:00Z, 25",
    "America/New_York, week,  2026-10-26T04:00:00Z, 2026-11-02T05:00:00Z, 169",
    "America/New_York, month, 2026-11-01T04:00:00Z, 2026-12-01T05:00:00Z, 721",
    // the clocks change at midnight: that day begins at one, the other has two eleven o'clocks
    "America/Santiago, day,   2026-09-06T04:00:00Z, 2026-09-07T03:00:00Z, 23",
    "America/Santiago, day,   2026-04-04T03:00:00Z, 2026-04-05T04:00:00Z, 25",
    "Asia/Beirut,      day,   2026-03-28T22:00:00Z, 2026-03-29T21:00:00Z, 23",
    "Asia/Beirut,      day,   2026-10-23T21:00:00Z, 2026-10-24T22:00:00Z, 25",
    "Asia/Beirut,      week,  2026-10-18T21:00:00Z, 2026-10-25T22:00:00Z, 169",
    // hours that come twice within a day, changes of half an hour and two hours, odd offsets
    "America/Havana,   day,   2026-11-01T04:00:00Z, 2026-11-02T05:00:00Z, 25",
    "Antarctica/Troll, day,   2026-10-24T22:00:00Z, 2026-10-26T00:00:00Z, 26",
    "Asia/Kathmandu,   day,   2026-09-20T18:15:00Z, 2026-09-21T18:15:00Z, 24",
    "UTC,              day,   2026-09-21T00:00:00Z, 2026-09-22T00:00:00Z, 24",
    "UTC,              week,  2026-09-21T00:00:00Z, 2026-09-28T00:00:00Z, 168",
    "UTC,              month, 2026-09-01T00:00:00Z, 2026-10-01T00:00:00Z, 720",
  })
  void window_startsAndEndsWithItsLocalDates(
      String zone, String period, Instant start, Instant end, long hours) {
    assertThat(Duration.between(start, end)).isEqualTo(Duration.ofHours(hours));
    Meter meter = meter(period, zone);
    long first = nanos(start);
    long last = nanos(end) - 1;

    long before = meter.charge(0, 0, 10, first - 1, 0);
    assertThat(meter.resetAt(before, 0, first - 1)).isEqualTo(first);
    assertThat(meter.waitFor(before, 0, 1, first - 1, 0)).isEqualTo(1);
    assertThat(meter.remaining(before, 0, first)).isEqualTo(10);
    long used = meter.charge(before, 0, 7, first, 0);
    assertThat(meter.resetAt(used, 0, first)).isEqualTo(last + 1);
    assertThat(meter.remaining(used, 0, last)).isEqualTo(3);
    assertThat(meter.charge(used, 0, 4, last, 0)).isEqualTo(Meter.DENIED);
    assertThat(meter.waitFor(used, 0, 4, first, 0)).isEqualTo(last + 1 - first);
    assertThat(meter.remaining(used, 0, last + 1)).isEqualTo(10);
  }

  static Stream<String> zones() {
    return ZoneId.getAvailableZoneIds().stream().sorted();
  }

  /** Around every change of the clocks in every zone until 2035. */
  @Test
  void windows_aroundEveryClockChange_containEveryMomentInOrder() {
    zones()
        .forEach(
            zone -> {
              for (Period.CalendarUnit unit : Period.CalendarUnit.values()) {
                follow(zone, unit);
              }
            });
  }

  private static void follow(String id, Period.CalendarUnit unit) {
    ZoneId zone = ZoneId.of(id);
    Windows windows = new Windows(Period.of(unit, zone));
    Instant until = Instant.parse("2035-01-01T00:00:00Z");
    ZoneOffsetTransition change =
        zone.getRules().nextTransition(Instant.parse("2024-01-01T00:00:00Z"));
    while (change != null && change.getInstant().isBefore(until)) {
      long number = Long.MIN_VALUE;
      for (int minutes = -90; minutes <= 90; minutes += 15) {
        long now = nanos(change.getInstant().plus(Duration.ofMinutes(minutes)));
        for (long moment = now - 1; moment <= now; moment++) {
          long next = windows.number(moment);
          assertThat(next).as("%s %s at %s", id, unit, moment).isGreaterThanOrEqualTo(number);
          assertThat(moment).isBetween(windows.start(next), windows.end(next) - 1);
          number = next;
        }
      }
      change = zone.getRules().nextTransition(change.getInstant());
    }
  }

  @ParameterizedTest
  @MethodSource("years")
  void windows_ofAnyYear_followOneAnotherWithoutGap(int year) {
    for (String zone : new String[] {"Europe/Berlin", "America/Santiago", "Asia/Beirut"}) {
      for (Period.CalendarUnit unit : Period.CalendarUnit.values()) {
        Windows windows = new Windows(Period.of(unit, ZoneId.of(zone)));
        long number = windows.number(nanos(Instant.parse(year + "-01-01T12:00:00Z")));
        for (int i = 0; i < 12; i++) {
          long end = windows.end(number);
          assertThat(windows.number(end - 1)).isEqualTo(number);
          assertThat(windows.number(end)).isEqualTo(number + 1);
          assertThat(windows.start(number + 1)).isEqualTo(end);
          number++;
        }
      }
    }
  }

  static Stream<Integer> years() {
    return Stream.of(1970, 1999, 2000, 2024, 2026, 2100, 2261);
  }

  @ParameterizedTest
  @EnumSource(names = "CONCURRENCY", mode = EnumSource.Mode.EXCLUDE)
  void calendarPeriod_withAnyAlgorithm_countsInFixedWindows(Algorithm algorithm) {
    Limit limit = Limit.of(algorithm, Rate.parse("200000/month"));

    assertThat(limit).isInstanceOf(FixedWindow.class);
    assertThat(limit.algorithm()).isEqualTo(Algorithm.FIXED_WINDOW);
    assertThat(limit.capacity()).isEqualTo(200_000);
  }

  @Test
  void usageOfADay_whenTheClockGoesBack_isKept() {
    Meter meter = meter("day", "Europe/Berlin");
    long midnight = nanos(Instant.parse("2026-09-21T22:00:00Z"));
    long word = meter.charge(0, 0, 10, midnight, 0);

    assertThat(meter.charge(word, 0, 1, midnight - 1, 0)).isEqualTo(Meter.DENIED);
    assertThat(meter.resetAt(word, 0, midnight - 1)).isEqualTo(midnight + 86_400_000_000_000L);
  }
}
