package com.throttlex.replay.output;

import java.time.Duration;
import java.time.Instant;
import java.util.Locale;

/** Numbers and times as people read them. */
final class Numbers {
  private Numbers() {}

  static String whole(long number) {
    return String.format(Locale.ROOT, "%,d", number);
  }

  /** Returns a number of things, such as {@code 1 key} or {@code 2 keys}. */
  static String of(long number, String thing) {
    return whole(number) + " " + thing + (number == 1 ? "" : "s");
  }

  /** Returns a part of a whole in per cent; a part that is not 0 is never shown as 0. */
  static String percent(long part, long whole) {
    if (part == 0 || whole == 0) {
      return "0 %";
    }
    double percent = 100.0 * part / whole;
    return percent < 0.01 ? "< 0.01 %" : String.format(Locale.ROOT, "%.2f %%", percent);
  }

  static String share(double share) {
    return Math.round(100 * share) + " %";
  }

  static String time(Instant time) {
    String text = time.toString();
    return text.substring(0, Math.min(19, text.length() - 1)).replace('T', ' ');
  }

  static String minute(Instant time) {
    return time(time).substring(0, 16);
  }

  /** Returns a length of time in its two largest units, such as {@code 2h 5m}. */
  static String length(Instant from, Instant to) {
    long seconds = Duration.between(from, to).toSeconds();
    long[] units = {86_400, 3600, 60, 1};
    String[] names = {"d", "h", "m", "s"};
    for (int i = 0; i < 3; i++) {
      if (seconds >= units[i]) {
        long rest = seconds % units[i] / units[i + 1];
        return seconds / units[i] + names[i] + (rest == 0 ? "" : " " + rest + names[i + 1]);
      }
    }
    return seconds + "s";
  }
}
