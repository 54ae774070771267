package com.throttlex.replay.report;

import com.throttlex.replay.ReplayTimeline;
import java.time.Instant;
import java.util.Arrays;

/**
 * A timeline in as few buckets as a plot can show.
 *
 * @param start the start of the first bucket
 * @param seconds the length of a bucket
 */
@SuppressWarnings("ArrayRecordComponent") // made once and only read
record TimeSeries(
    Instant start,
    long seconds,
    long[] requests,
    long[] denied,
    long[] delayed,
    long[] shadowDenied) {
  /** The largest number of buckets: they are two pixels wide on a phone. */
  private static final int MOST = 180;

  /** The numbers of buckets that become one, so that it has a common length. */
  private static final int[] STEPS = {1, 2, 5, 10, 15, 30, 60, 120, 180, 360, 720, 1440};

  static TimeSeries of(ReplayTimeline from) {
    int length = from.requests().length;
    int step = STEPS[STEPS.length - 1];
    for (int i = STEPS.length - 1; i >= 0; i--) {
      step = (length + STEPS[i] - 1) / STEPS[i] <= MOST ? STEPS[i] : step;
    }
    return new TimeSeries(
        from.start(),
        from.bucketSeconds() * step,
        sums(from.requests(), step),
        sums(from.denied(), step),
        sums(from.delayed(), step),
        sums(from.shadowDenied(), step));
  }

  private static long[] sums(long[] from, int step) {
    long[] sums = new long[(from.length + step - 1) / step];
    for (int i = 0; i < from.length; i++) {
      sums[i / step] += from[i];
    }
    return sums;
  }

  int size() {
    return requests.length;
  }

  Instant time(int bucket) {
    return start.plusSeconds(bucket * seconds);
  }

  static long most(long[] numbers) {
    return Arrays.stream(numbers).max().orElse(0);
  }

  boolean hasDelayed() {
    return most(delayed) > 0;
  }

  boolean hasShadowDenied() {
    return most(shadowDenied) > 0;
  }
}
