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

  private static final int KINDS = 4;
  private static final int MOST = 1440;
  private static final long MINUTE = 60_000_000_000L;

  /** Lengths that people read easily, in minutes; each is a multiple of the one before. */
  private static final int[] LENGTHS = {1, 5, 15, 60, 360, 1440, 10080};

  private long bucket = MINUTE;
  private long start = Long.MIN_VALUE;
  private long end = Long.MIN_VALUE;
  private int index = -1;
  private long[][] counts = new long[KINDS][16];

  /** Moves to a time. */
  void advance(long now) {
    if (now < end) {
      return;
    }
    if (index < 0) {
      start = Math.floorDiv(now, bucket) * bucket;
    }
    while ((now - start) / bucket >= MOST) {
      widen();
    }
    index = (int) ((now - start) / bucket);
    end = start + (index + 1) * bucket;
    if (index >= counts[0].length) {
      int size = Math.min(MOST, Math.max(2 * counts[0].length, index + 1));
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
    counts = new long[KINDS][MOST];
    for (int kind = 0; kind < KINDS; kind++) {
      add(before[kind], oldStart, oldBucket, counts[kind]);
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

  private void add(long[] from, long oldStart, long oldBucket, long[] to) {
    for (int i = 0; i < from.length; i++) {
      if (from[i] != 0) {
        to[(int) ((oldStart + i * oldBucket - start) / bucket)] += from[i];
      }
    }
  }

  /** Returns these counts in the buckets of another tally, which covers the same time. */
  ReplayTimeline in(TimelineTally whole) {
    long[][] aligned = new long[KINDS][whole.index + 1];
    for (int kind = 0; kind < KINDS && index >= 0; kind++) {
      whole.add(counts[kind], start, bucket, aligned[kind]);
    }
    return new ReplayTimeline(
        TimeSource.instant(Math.max(0, whole.start)),
        whole.bucket / 1_000_000_000L,
        aligned[REQUESTS],
        aligned[DENIED],
        aligned[DELAYED],
        aligned[SHADOW_DENIED]);
  }
}
