package com.throttlex.algorithm;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import org.jspecify.annotations.Nullable;

/**
 * Numbered windows of time: equal ones counted from the epoch, or the days, weeks (from Monday) or
 * months of a time zone.
 *
 * <p>A calendar window begins at the first moment of its first day, so it is an hour shorter or
 * longer where the clocks change. The window found last is cached: within it, finding the number
 * takes two comparisons and allocates nothing.
 */
final class Windows {
  private static final long SECOND = 1_000_000_000L;

  private final Period period;
  private @Nullable Window latest;

  Windows(Period period) {
    this.period = period;
  }

  private record Window(long number, long start, long end) {}

  long number(long now) {
    return period.calendar() == null ? now / period.nanos() : at(now).number;
  }

  long start(long number) {
    return period.calendar() == null ? number * period.nanos() : calendarStart(number);
  }

  long end(long number) {
    Window known = latest;
    return known != null && known.number == number ? known.end : start(number + 1);
  }

  private Window at(long now) {
    Window known = latest;
    if (known == null || now < known.start || now >= known.end) {
      long number = calendarNumber(now);
      known = new Window(number, calendarStart(number), calendarStart(number + 1));
      latest = known;
    }
    return known;
  }

  private long calendarNumber(long now) {
    ZoneId zone = period.zone();
    LocalDate date = Instant.ofEpochSecond(now / SECOND).atZone(zone).toLocalDate();
    return switch (calendar()) {
      case DAY -> date.toEpochDay();
      case WEEK -> (date.toEpochDay() + 3) / 7;
      case MONTH -> date.getYear() * 12L + date.getMonthValue() - 1;
    };
  }

  private long calendarStart(long number) {
    LocalDate first =
        switch (calendar()) {
          case DAY -> LocalDate.ofEpochDay(number);
          case WEEK -> LocalDate.ofEpochDay(number * 7 - 3);
          case MONTH -> LocalDate.of((int) (number / 12), (int) (number % 12) + 1, 1);
        };
    return first.atStartOfDay(period.zone()).toEpochSecond() * SECOND;
  }

  private Period.CalendarUnit calendar() {
    Period.CalendarUnit unit = period.calendar();
    if (unit == null) {
      throw new IllegalStateException("period: " + period + " (expected: a calendar unit)");
    }
    return unit;
  }
}
