package com.throttlex.server.resp;

import com.throttlex.algorithm.Algorithm;
import com.throttlex.algorithm.Limit;
import com.throttlex.algorithm.Period;
import com.throttlex.algorithm.Rate;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** A cache of the limits of recent commands, so that they are not created for every command. */
final class ThrottleLimits {
  /** The longest period in seconds. */
  static final long LONGEST_SECONDS = Period.LONGEST.toSeconds();

  private static final int SIZE = 64;

  private final @Nullable Entry[] entries = new @Nullable Entry[SIZE];

  private record Entry(long maxBurst, long count, long period, Limit limit) {
    boolean is(long maxBurst, long count, long period) {
      return this.maxBurst == maxBurst && this.count == count && this.period == period;
    }
  }

  /**
   * Returns the limit of that many units per seconds, with a burst.
   *
   * @throws IllegalArgumentException when such a limit is not possible
   */
  Limit of(long maxBurst, long count, long period) {
    long mixed = ((maxBurst * 31 + count) * 31 + period) * 0x9E3779B97F4A7C15L;
    int place = (int) (mixed >>> 58);
    Entry entry = entries[place];
    if (entry == null || !entry.is(maxBurst, count, period)) {
      entry = new Entry(maxBurst, count, period, make(maxBurst, count, period));
      entries[place] = entry;
    }
    return entry.limit;
  }

  private static Limit make(long maxBurst, long count, long period) {
    Rate rate = Rate.of(count, Duration.ofSeconds(period));
    return Limit.of(Algorithm.GCRA, rate.withBurst(maxBurst + 1));
  }
}
