package com.throttlex.adaptive;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.LongAdder;

/**
 * Counts the requests that end; each look returns the counts and starts a new window.
 *
 * <p>Times of up to a day are kept in a histogram whose steps are an eighth of a power of two, so a
 * percentile is at most an eighth too large. Thread-safe: a request that ends during a look counts
 * in the window before or after.
 */
final class TrafficWindow {
  private static final int STEPS = 8;
  private static final int SHIFT = 3;
  private static final double NANOS_PER_MILLI = 1e6;
  private static final long LONGEST = Duration.ofDays(1).toNanos();

  private final AtomicLongArray histogram = new AtomicLongArray(64 * STEPS);
  private final LongAdder nanos = new LongAdder();
  private final LongAdder completed = new LongAdder();
  private final LongAdder failed = new LongAdder();
  private final LongAdder dropped = new LongAdder();

  void ended(long took, Outcome outcome) {
    if (outcome == Outcome.UNKNOWN) {
      return;
    }
    if (outcome == Outcome.DROPPED) {
      dropped.increment();
      return;
    }
    (outcome == Outcome.SUCCESS ? completed : failed).increment();
    long time = Math.max(1, Math.min(LONGEST, took));
    nanos.add(time);
    histogram.incrementAndGet(index(time));
  }

  /** Returns the requests that ended since the last look. */
  Traffic look(long inFlight) {
    long[] counts = new long[histogram.length()];
    long total = 0;
    for (int i = 0; i < counts.length; i++) {
      counts[i] = histogram.getAndSet(i, 0);
      total += counts[i];
    }
    double sum = nanos.sumThenReset() / NANOS_PER_MILLI;
    return new Traffic(
        completed.sumThenReset(),
        failed.sumThenReset(),
        dropped.sumThenReset(),
        total == 0 ? 0 : sum / total,
        percentile(counts, total, 0.5),
        percentile(counts, total, 0.95),
        percentile(counts, total, 0.99),
        inFlight);
  }

  private static double percentile(long[] counts, long total, double part) {
    long wanted = (long) Math.ceil(total * part);
    long seen = 0;
    for (int i = 0; i < counts.length && wanted > 0; i++) {
      seen += counts[i];
      if (seen >= wanted) {
        return upper(i) / NANOS_PER_MILLI;
      }
    }
    return 0;
  }

  /** Returns the bin of a time: its highest bit, and the three bits after it. */
  private static int index(long time) {
    int exponent = 63 - Long.numberOfLeadingZeros(time);
    long shifted = exponent < SHIFT ? time << (SHIFT - exponent) : time >>> (exponent - SHIFT);
    int step = (int) shifted & (STEPS - 1);
    return exponent * STEPS + step;
  }

  /** Returns the upper bound of a bin. */
  private static double upper(int index) {
    return Math.scalb(1 + (index % STEPS + 1) / (double) STEPS, index / STEPS);
  }
}
