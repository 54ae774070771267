package com.throttlex.replay;

import com.throttlex.TimeSource;

/** The denials of one key: their number and times, and the longest streak. */
final class KeyStreak {
  private final String text;
  private final long first;
  private long last;
  private long denied;
  private long streak;
  private long streakFirst;
  private long longest;
  private long longestFirst;
  private long longestLast;

  KeyStreak(String text, long now) {
    this.text = text;
    first = now;
  }

  void deny(long now) {
    denied++;
    last = now;
    if (streak++ == 0) {
      streakFirst = now;
    }
    if (streak > longest) {
      longest = streak;
      longestFirst = streakFirst;
      longestLast = now;
    }
  }

  void allow() {
    streak = 0;
  }

  String text() {
    return text;
  }

  long denied() {
    return denied;
  }

  DeniedKey result(String shown, long requests) {
    return new DeniedKey(
        shown,
        requests,
        denied,
        TimeSource.instant(first),
        TimeSource.instant(last),
        longest,
        TimeSource.instant(longestFirst),
        TimeSource.instant(longestLast));
  }
}
