package com.throttlex.shared;

import com.throttlex.algorithm.Limit;
import com.throttlex.algorithm.Rate;
import java.time.Duration;
import java.util.Arrays;

/**
 * The longest time for which a charge has an effect on later decisions. A store that has all
 * charges of that time decides like a store that has all charges.
 */
public final class MoveTime {
  /** A calendar period can be this much longer than its nominal length. */
  private static final long CLOCK_CHANGE = Duration.ofHours(2).toNanos();

  private MoveTime() {}

  /** Returns the time in nanoseconds for several limits; 0 if there is none. */
  public static long nanos(Limit[] limits, long maxDelayNanos) {
    return Arrays.stream(limits).mapToLong(limit -> nanos(limit, maxDelayNanos)).max().orElse(0);
  }

  /**
   * Returns the time in nanoseconds.
   *
   * @param maxDelayNanos how far a charge may be in the future
   */
  static long nanos(Limit limit, long maxDelayNanos) {
    Rate rate = limit.rate();
    long period = rate.period().nanos();
    if (rate.period().calendar() != null) {
      return period + CLOCK_CHANGE;
    }
    return switch (limit.algorithm()) {
      case TOKEN_BUCKET, LEAKY_BUCKET, GCRA -> fill(limit.capacity(), rate) + maxDelayNanos;
      case SLIDING_WINDOW_COUNTER -> 2 * period; // the previous window counts in part
      case FIXED_WINDOW, SLIDING_WINDOW_LOG, CONCURRENCY -> period;
    };
  }

  /** Returns how long a drained bucket takes to fill, rounded up; at most 50 years, see Period. */
  private static long fill(long capacity, Rate rate) {
    double fills = (double) capacity / rate.amount() * rate.period().nanos();
    return Math.round(fills * (1 + 1e-9)) + 1;
  }
}
