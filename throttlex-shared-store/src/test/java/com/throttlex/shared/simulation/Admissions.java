package com.throttlex.shared.simulation;

import java.util.Arrays;
import java.util.Comparator;

/** The admitted units over time: pairs of a time and the units admitted then. */
public final class Admissions {
  private long[] times = new long[1024];
  private long[] units = new long[1024];
  private int size;
  private boolean sorted = true;

  /** Adds units; consecutive units of the same time are one pair. */
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

  /** Adds the units of another object. */
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

  /** Returns the sum of all units. */
  public long total() {
    return Arrays.stream(units, 0, size).sum();
  }

  /** Returns the most units in a window of that length that begins at a multiple of it. */
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

  /** Returns the time from the first to the last admission. */
  public long span() {
    sort();
    return size == 0 ? 0 : times[size - 1] - times[0];
  }

  /** Returns the most units in any period of that length, both ends included. */
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
