package com.throttlex.tck;

import com.throttlex.algorithm.Limit;
import com.throttlex.algorithm.Period;
import com.throttlex.test.ManualClock;
import java.math.BigInteger;
import java.time.DayOfWeek;
import java.time.Instant;
import java.time.LocalDate;
import java.time.temporal.TemporalAdjusters;

/**
 * Fixed windows: the units since the start of the latest charged window.
 *
 * <p>A window counts up to the next power of two after its nanoseconds, and a calendar window up to
 * 2⁴⁷. That is more than any limit allows, but a debt can be larger.
 */
final class WindowModel extends ReferenceModel {
  private final Period period;
  private long latest;
  private BigInteger count = BigInteger.ZERO;

  WindowModel(Limit limit) {
    super(limit);
    period = limit.rate().period();
  }

  @Override
  boolean admits(long cost, long at, long maxDelay) {
    BigInteger amount = BigInteger.valueOf(limit().rate().amount());
    return used(at).add(BigInteger.valueOf(cost)).compareTo(amount) <= 0;
  }

  @Override
  BigInteger used(long at) {
    return start(at) > latest ? BigInteger.ZERO : count;
  }

  @Override
  long resetAt(long now) {
    return end(Math.max(start(now), latest));
  }

  @Override
  void book(long cost, long now) {
    count = bounded(used(now).add(BigInteger.valueOf(cost)), period);
    latest = Math.max(start(now), latest);
  }

  @Override
  long bookedAt(long now) {
    return Math.max(now, latest);
  }

  @Override
  void settle(long bookedAt, long delta, long now) {
    if (delta >= 0) {
      book(delta, now);
    } else if (start(bookedAt) == latest) {
      count = bounded(count.add(BigInteger.valueOf(delta)), period);
    }
  }

  @Override
  boolean inherits(ReferenceModel other, long now) {
    boolean same = other instanceof WindowModel window && period.equals(window.period);
    if (same) {
      latest = ((WindowModel) other).latest;
      count = ((WindowModel) other).count;
    }
    return same;
  }

  @Override
  void carry(long used, long now) {
    latest = start(now);
    count = bounded(BigInteger.valueOf(used), period);
  }

  static BigInteger bounded(BigInteger count, Period period) {
    int bits = period.calendar() == null ? BigInteger.valueOf(period.nanos()).bitLength() : 47;
    return count.max(BigInteger.ZERO).min(BigInteger.TWO.pow(bits).subtract(BigInteger.ONE));
  }

  private long start(long at) {
    return period.calendar() == null
        ? at / period.nanos() * period.nanos()
        : midnight(firstDay(Instant.ofEpochSecond(0, at).atZone(period.zone()).toLocalDate()));
  }

  private long end(long start) {
    if (period.calendar() == null) {
      return start + period.nanos();
    }
    LocalDate first = Instant.ofEpochSecond(0, start).atZone(period.zone()).toLocalDate();
    return midnight(
        switch (period.calendar()) {
          case DAY -> first.plusDays(1);
          case WEEK -> first.plusWeeks(1);
          case MONTH -> first.plusMonths(1);
        });
  }

  private LocalDate firstDay(LocalDate date) {
    Period.CalendarUnit unit = period.calendar();
    if (unit == Period.CalendarUnit.WEEK) {
      return date.with(TemporalAdjusters.previousOrSame(DayOfWeek.MONDAY));
    }
    return unit == Period.CalendarUnit.MONTH ? date.withDayOfMonth(1) : date;
  }

  private long midnight(LocalDate date) {
    return ManualClock.nanos(date.atStartOfDay(period.zone()).toInstant());
  }
}
