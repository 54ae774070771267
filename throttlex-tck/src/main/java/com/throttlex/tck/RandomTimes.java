package com.throttlex.tck;

import com.throttlex.algorithm.Limit;
import com.throttlex.algorithm.Period;
import com.throttlex.test.ManualClock;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.util.List;
import java.util.Random;

/** Times for traces that find errors: the edges of windows, long idle times, steps back. */
final class RandomTimes {
  /** Times just before clocks change and years begin, and far in the future. */
  private static final List<Instant> STARTS =
      List.of(
          Instant.parse("2024-02-28T23:59:59.999999999Z"),
          Instant.parse("2026-03-08T04:30:00Z"),
          Instant.parse("2026-03-28T22:59:59Z"),
          Instant.parse("2026-10-24T21:00:00Z"),
          Instant.parse("2026-11-01T03:59:59.999999999Z"),
          Instant.parse("2026-12-31T10:00:00Z"),
          Instant.parse("2038-01-19T03:14:07Z"),
          Instant.parse("2100-02-28T00:00:00Z"));

  private final Random random;

  RandomTimes(Random random) {
    this.random = random;
  }

  long start() {
    if (random.nextBoolean()) {
      return ManualClock.nanos(STARTS.get(random.nextInt(STARTS.size())));
    }
    return ManualClock.nanos(STARTS.get(0)) + upTo(500_000_000_000_000_000L);
  }

  /** Returns the time after a step, chosen with regard to the limit. */
  long next(long now, Limit limit, boolean mayGoBack) {
    Period period = limit.rate().period();
    long nanos = Math.min(period.nanos(), 100_000_000_000_000_000L);
    long unit = Math.max(1, nanos / limit.rate().amount());
    return switch (random.nextInt(mayGoBack ? 14 : 10)) {
      case 0 -> now;
      case 1 -> now + 1 + random.nextInt(3);
      case 2 -> now + upTo(unit);
      case 3 -> now + unit * (1 + random.nextInt(3));
      case 4, 5 -> edge(now, period) - 1 + random.nextInt(3);
      case 6, 7 -> now + upTo(nanos);
      case 8 -> now + nanos + upTo(nanos);
      case 9 -> now + 2 * nanos + random.nextInt(2);
      case 10 -> now - 1;
      case 11 -> edge(now, period) - nanos - 1;
      default -> now - upTo(2 * nanos);
    };
  }

  private static long edge(long now, Period period) {
    if (period.calendar() == null) {
      long edge = (now / period.nanos() + 1) * period.nanos();
      return edge - now > 100_000_000_000_000_000L ? now + 1 : edge;
    }
    ZonedDateTime local = Instant.ofEpochSecond(0, now).atZone(period.zone());
    return ManualClock.nanos(
        local.toLocalDate().plusDays(1).atStartOfDay(period.zone()).toInstant());
  }

  long upTo(long most) {
    return random.nextLong(most) + 1;
  }
}
