package com.throttlex.replay.report;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** Numbers and times as people read them. All times are UTC. */
final class ReportWording {
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss", Locale.ROOT).withZone(ZoneOffset.UTC);
  private static final DateTimeFormatter MINUTE =
      DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm", Locale.ROOT).withZone(ZoneOffset.UTC);
  private static final long LONG_DELAY_SECONDS = 10;
  private static final long MINUTE_SECONDS = 60;
  private static final long HOUR_SECONDS = 3600;
  private static final long DAY_SECONDS = 86_400;
  private static final double SMALL = 0.0005;

  private ReportWording() {}

  /** Returns a number with separators: {@code 1,234}. */
  static String count(long number) {
    return String.format(Locale.ROOT, "%,d", number);
  }

  /** Returns a number with a noun in singular or plural. */
  static String count(long number, String noun) {
    return count(number) + ' ' + noun + (number == 1 ? "" : "s");
  }

  /** Returns a part in per cent; a part that is not zero is never shown as 0 %. */
  static String share(long part, long whole) {
    if (part == 0 || whole == 0) {
      return "0 %";
    }
    double share = (double) part / whole;
    if (share < SMALL) {
      return "< 0.1 %";
    }
    return part < whole && share > 1 - SMALL
        ? "> 99.9 %"
        : String.format(Locale.ROOT, "%.1f %%", 100 * share);
  }

  static String time(Instant time) {
    return TIME.format(time);
  }

  static String minute(Instant time) {
    return MINUTE.format(time);
  }

  /** Returns a period; the date of its end only if it is another day. */
  static String span(Instant first, Instant last) {
    String from = time(first);
    String to = time(last);
    int date = from.indexOf(' ') + 1;
    return from + " – " + (from.regionMatches(0, to, 0, date) ? to.substring(date) : to);
  }

  /** Returns a delay, of less than ten seconds in milliseconds: {@code 1,500 ms}. */
  static String delay(Duration delay) {
    return delay.toSeconds() < LONG_DELAY_SECONDS ? count(delay.toMillis()) + " ms" : length(delay);
  }

  /** Returns a length of time in its two largest units: {@code 3 min 20 s}. */
  static String length(Duration length) {
    long seconds = length.toSeconds();
    if (seconds < MINUTE_SECONDS) {
      return seconds + " s";
    } else if (seconds < HOUR_SECONDS) {
      return two(seconds / MINUTE_SECONDS, "min", seconds % MINUTE_SECONDS, "s");
    } else if (seconds < DAY_SECONDS) {
      return two(seconds / HOUR_SECONDS, "h", seconds % HOUR_SECONDS / MINUTE_SECONDS, "min");
    }
    return two(seconds / DAY_SECONDS, "d", seconds % DAY_SECONDS / HOUR_SECONDS, "h");
  }

  private static String two(long large, String unit, long small, String smallUnit) {
    return large + " " + unit + (small == 0 ? "" : " " + small + " " + smallUnit);
  }

  /** Returns the length of a bucket as part of a unit: {@code minute}, {@code 10 min}. */
  static String per(long seconds) {
    return seconds == MINUTE_SECONDS
        ? "minute"
        : seconds == HOUR_SECONDS ? "hour" : length(Duration.ofSeconds(seconds));
  }
}
