package com.throttlex.distributed.simulation;

import java.util.Arrays;
import java.util.Comparator;

/** What was admitted when: pairs of a time and the units admitted then. */
public final class Admissions {
  private long[] times = new long[1024];
  private long[] units = new long[1024];
  private int size;
  private boolean sorted = true;

  /** Adds units; those of the same moment one after the other take one place. */
  public void add(long time, long cost) {
    sorted &= size == 0 || times[size - 1] <= time;
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

  /** Adds those of another. */
  public void addAll(Admissions other) {
    for (int i = 0; i < other.size; i++) {
      add(other.times[i], other.units[i]);
    }
  }

  private void sort() {
    if (sorted) {
      return;
    }
    long[][] pairs = new long[size][];
    for (int i = 0; i < size; i++) {
      pairs[i] = new long[] {times[i], units[i]};
    }
    Arrays.sort(pairs, Comparator.comparingLong(pair -> pair[0]));
    size = 0;
    sorted = true;
    for (long[] pair : pairs) {
      add(pair[0], pair[1]);
    }
  }

  /** All units. */
  public long total() {
    return Arrays.stream(units, 0, size).sum();
  }

  /** The most units in a window of that length that begins with a whole number of them. */
  public long mostInWindow(long nanos) {
    sort();
    long most = 0;
    long within = 0;
    for (int i = 0; i < size; i++) {
      boolean same = i > 0 && times[i] / nanos == times[i - 1] / nanos;
      within = units[i] + (same ? within : 0);
      most = Math.max(most, within);
    }
    return most;
  }

  /** From the first to the last. */
  public long span() {
    sort();
    return size == 0 ? 0 : times[size - 1] - times[0];
  }

  /** The most units from a moment on until that much later, both included. */
  public long mostWithin(long nanos) {
    sort();
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
