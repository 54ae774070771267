package com.throttlex.replay.suggest;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** A length of time in which the requests of a key are counted. */
enum RateWindow {
  SECOND(0, Duration.ofSeconds(1), "second"),
  MINUTE(1, Duration.ofMinutes(1), "minute"),
  HOUR(2, Duration.ofHours(1), "hour"),
  DAY(3, Duration.ofDays(1), "day");

  /** The number of windows that a log must have to show something about them. */
  static final int LEAST = 3;

  private final int index;
  private final Duration length;
  private final String noun;

  RateWindow(int index, Duration length, String noun) {
    this.index = index;
    this.length = length;
    this.noun = noun;
  }

  /** Returns the place of the window in {@link KeyPeaks}. */
  int index() {
    return index;
  }

  Duration length() {
    return length;
  }

  long nanos() {
    return length.toNanos();
  }

  /** Returns the word for this length of time. */
  String noun() {
    return noun;
  }

  /** Returns the windows of limits for a log of that length; the shortest one if it is short. */
  static List<RateWindow> ofLimits(Duration log) {
    List<RateWindow> windows = new ArrayList<>();
    for (RateWindow window : List.of(MINUTE, HOUR, DAY)) {
      if (log.compareTo(window.length.multipliedBy(LEAST)) >= 0) {
        windows.add(window);
      }
    }
    return windows.isEmpty() ? List.of(SECOND) : windows;
  }
}
