package com.throttlex.distributed.simulation;

import java.util.Arrays;

/** What was admitted when: pairs of a time and the units admitted then. */
public final class Admissions {
  private long[] times = new long[1024];
  private long[] units = new long[1024];
  private int size;

  /** Adds units; those of the same moment one after the other take one place. */
  public void add(long time, long cost) {
    if (size > 0 && times[size - 1] == time) {
      units[size - 1] += cost;
      return;
    }
    if (size == times.length) {
      times = Arrays.copyOf(times, 2 * size);
      units = Arrays.copyOf(units, 2 * size);
    }
    times[size] = time;
    units[size++] = cost;
  }

  /** Adds those of another, and puts all in the order of time. */
  public void addAll(Admissions other) {
    long[][] pairs = new long[size + other.size][];
    for (int i = 0; i < pairs.length; i++) {
      Admissions from = i < size ? this : other;
      int at = i < size ? i : i - size;
      pairs[i] = new long[] {from.times[at], from.units[at]};
    }
    Arrays.sort(pairs, (a, b) -> Long.compare(a[0], b[0]));
    size = 0;
    for (long[] pair : pairs) {
      add(pair[0], pair[1]);
    }
  }

  /** All units. */
  public long total() {
    return Arrays.stream(units, 0, size).sum();
  }

  /** From the first to the last. */
  public long span() {
    return size == 0 ? 0 : times[size - 1] - times[0];
  }

  /** The most units from a moment on until that much later, both included. */
  public long mostWithin(long nanos) {
    long most = 0;
    long within = 0;
    int first = 0;
    for (int i = 0; i < size; i++) {
      within += units[i];
      while (times[first] < times[i] - nanos) {
        within -= units[first++];
      }
      most = Math.max(most, within);
    }
    return most;
  }
}
