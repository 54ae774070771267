package com.throttlex.benchmarks.adaptive;

import java.util.Arrays;

/** Many times, in nanoseconds. */
final class Times {
  private long[] nanos = new long[1_024];
  private int size;
  private boolean sorted;

  void add(long time) {
    if (size == nanos.length) {
      nanos = Arrays.copyOf(nanos, 2 * size);
    }
    nanos[size++] = time;
    sorted = false;
  }

  void clear() {
    size = 0;
  }

  int size() {
    return size;
  }

  double meanMillis() {
    double sum = 0;
    for (int i = 0; i < size; i++) {
      sum += nanos[i];
    }
    return size == 0 ? 0 : sum / size / 1e6;
  }

  /** Returns a percentile in milliseconds; 0 when there are no times. */
  double millis(double part) {
    if (size == 0) {
      return 0;
    }
    if (!sorted) {
      Arrays.sort(nanos, 0, size);
      sorted = true;
    }
    return nanos[Math.max(0, (int) StrictMath.ceil(part * size) - 1)] / 1e6;
  }
}
