package com.throttlex.replay;

import com.throttlex.TimeSource;
import java.util.Arrays;

/**
 * Counts over time with bounded memory: buckets of a minute, which become longer when there are too
 * many. Time must not go back.
 */
final class TimelineTally {
  static final int REQUESTS = 0;
  static final int DENIED = 1;
  static final int DELAYED = 2;
  static final int SHADOW_DENIED = 3;

  /** The buckets of a tally that has the memory to itself. */
  static final int MOST = 1440;

  private static final int KINDS = 4;

  /** The buckets of all tallies of a rule book: 16 MB. */
  private static final int MOST_OF_ALL = 500_000;

  private static final long MINUTE = 60_000_000_000L;

  /** Lengths that people read easily, in minutes; each is a multiple of the one before. */
  private static final int[] LENGTHS = {1, 5, 15, 60, 360, 1440, 10080};

  private final int most;
  private long bucket = MINUTE;
  private long start = Long.MIN_VALUE;
  private long end = Long.MIN_VALUE;
  private int index = -1;
  private long[][] counts = new long[KINDS][16];

  /**
   * Creates a tally.
   *
   * @param most the largest number of its buckets
   */
  TimelineTally(int most) {
    this.most = most;
  }

  /** Returns how many buckets each of many tallies may have. */
  static int mostOf(int tallies) {
    return Math.min(MOST, MOST_OF_ALL / Math.max(1, tallies) + 1);
  }

  /** Moves to a time. */
  void advance(long now) {
    if (now < end) {
      return;
    }
    if (index < 0) {
      start = Math.floorDiv(now, bucket) * bucket;
    }
    while ((now - start) / bucket >= most) {
      widen();
    }
    index = (int) ((now - start) / bucket);
    end = start + (index + 1) * bucket;
    if (index >= counts[0].length) {
      int size = Math.min(most, Math.max(2 * counts[0].length, index + 1));
      for (int i = 0; i < KINDS; i++) {
        counts[i] = Arrays.copyOf(counts[i], size);
      }
    }
  }

  /** Counts at the time that was last moved to. */
  void count(int kind) {
    counts[kind][index]++;
  }

  private void widen() {
    long[][] before = counts;
    long oldStart = start;
    long oldBucket = bucket;
    bucket = longer(bucket);
    start = Math.floorDiv(start, bucket) * bucket;
    counts = new long[KINDS][most];
    for (int kind = 0; kind < KINDS; kind++) {
      add(before[kind], oldStart, oldBucket, counts[kind], start, bucket);
    }
  }

  private static long longer(long bucket) {
    for (int length : LENGTHS) {
      if (length * MINUTE > bucket) {
        return length * MINUTE;
      }
    }
    return 2 * bucket;
  }

  private static void add(
      long[] from, long oldStart, long oldBucket, long[] to, long start, long bucket) {
    for (int i = 0; i < from.length; i++) {
      if (from[i] != 0) {
        to[(int) ((oldStart + i * oldBucket - start) / bucket)] += from[i];
      }
    }
  }

  /**
   * Returns these counts in the buckets of another tally, which covers the same time; in longer
   * ones if these are too many.
   */
  ReplayTimeline in(TimelineTally whole) {
    long length = whole.bucket;
    while (whole.buckets(length) > most) {
      length = longer(length);
    }
    long first = whole.index < 0 ? 0 : Math.floorDiv(whole.start, length) * length;
    long[][] aligned = new long[KINDS][whole.buckets(length)];
    for (int kind = 0; kind < KINDS && index >= 0; kind++) {
      add(counts[kind], start, bucket, aligned[kind], first, length);
    }
    return new ReplayTimeline(
        TimeSource.instant(first),
        length / 1_000_000_000L,
        aligned[REQUESTS],
        aligned[DENIED],
        aligned[DELAYED],
        aligned[SHADOW_DENIED]);
  }

  /** Returns how many buckets of a length, at least that of this tally, have its counts. */
  private int buckets(long length) {
    return index < 0
        ? 0
        : (int) (Math.floorDiv(end - 1, length) - Math.floorDiv(start, length)) + 1;
  }
}
