package com.throttlex.benchmarks.store;

/** Times, each with an error of at most one part in sixteen. */
public final class Latencies {
  private static final int STEPS = 16;
  private static final int STEP_BITS = 4;

  private final long[] counts = new long[(Long.SIZE - STEP_BITS) * STEPS + STEPS];
  private long size;

  /** Adds one. */
  public void add(long nanos) {
    counts[index(Math.max(0, nanos))]++;
    size++;
  }

  /** Adds all of the others. */
  public void addAll(Latencies others) {
    for (int i = 0; i < counts.length; i++) {
      counts[i] += others.counts[i];
    }
    size += others.size;
  }

  /** Returns the bin of a time: sixteen for every doubling; below 32, one for each nanosecond. */
  private static int index(long nanos) {
    int shift = Math.max(0, Long.SIZE - 1 - STEP_BITS - Long.numberOfLeadingZeros(nanos));
    return shift * STEPS + (int) (nanos >>> shift);
  }

  private static double nanos(int index) {
    int shift = Math.max(0, index / STEPS - 1);
    return (double) (index - shift * STEPS) * (1L << shift);
  }

  /** Returns a percentile in microseconds; NaN when there are no times. */
  public double micros(double share) {
    long left = (long) Math.ceil(share * size);
    for (int i = 0; size > 0 && i < counts.length; i++) {
      left -= counts[i];
      if (left <= 0) {
        return nanos(i) / 1000;
      }
    }
    return Double.NaN;
  }
}
