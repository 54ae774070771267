package com.throttlex.redis;

import com.throttlex.algorithm.FixedWindow;
import com.throttlex.algorithm.Limit;
import org.jspecify.annotations.Nullable;

/** The start and end times of calendar windows, which Lua cannot compute. */
final class CalendarEdges {
  private CalendarEdges() {}

  /**
   * Returns the edges of the windows around that time; null for a limit without calendar windows.
   */
  static @Nullable String of(Limit limit, long now) {
    if (!(limit instanceof FixedWindow window) || limit.rate().period().calendar() == null) {
      return null;
    }
    long start = start(window, now);
    long end = window.resetAt(0, 0, now);
    return start(window, start - 1) + " " + start + " " + end + " " + window.resetAt(0, 0, end);
  }

  private static long start(FixedWindow window, long now) {
    return window.bookedAt(window.wordOf(0, now), 0);
  }
}
