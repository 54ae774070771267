package com.throttlex.replay.log;

import java.time.DateTimeException;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.List;

/**
 * Reads times from logs: {@code 10/Oct/2026:13:55:36 -0700}, ISO 8601, and numbers of seconds,
 * milliseconds, microseconds or nanoseconds since the epoch.
 *
 * <p>A time without a zone is in UTC. The unit of a number follows from its size. The last minute
 * of an access log is remembered, because the next line most often has the same. Not thread-safe.
 */
final class LogTimes {
  /** The result for a text that is not a time. */
  static final long INVALID = Long.MIN_VALUE;

  private static final long SECOND = 1_000_000_000L;

  /** No time is later, or as far before the epoch, in seconds. */
  static final long LATEST = 9_000_000_000L;

  private static final List<String> MONTHS =
      List.of("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec");
  private static final int CLF_LENGTH = 26;
  private static final int MINUTE_LENGTH = 17;
  private static final int ZONE = 21;

  private final byte[] last = new byte[CLF_LENGTH];
  private long lastMinute;

  /** Returns nanoseconds since the epoch, or {@link #INVALID}. */
  long parse(byte[] in, int from, int to) {
    int length = to - from;
    if (length == CLF_LENGTH && in[from + 2] == '/') {
      return accessLogTime(in, from);
    }
    if (length >= 10 && in[from + 4] == '-') {
      return isoTime(in, from, to);
    }
    return number(in, from, to);
  }

  private long accessLogTime(byte[] in, int from) {
    if (!isLastMinute(in, from)) {
      long minute = minute(in, from);
      if (minute == INVALID) {
        return INVALID;
      }
      lastMinute = minute;
      System.arraycopy(in, from, last, 0, CLF_LENGTH);
    }
    int second = digits(in, from + 18, 2);
    return in[from + 17] != ':' || in[from + 20] != ' ' || second < 0 || second > 60
        ? INVALID
        : (lastMinute + Math.min(second, 59)) * SECOND;
  }

  private boolean isLastMinute(byte[] in, int from) {
    for (int i = 0; i < MINUTE_LENGTH; i++) {
      if (in[from + i] != last[i]) {
        return false;
      }
    }
    for (int i = ZONE; i < CLF_LENGTH; i++) {
      if (in[from + i] != last[i]) {
        return false;
      }
    }
    return true;
  }

  private static long minute(byte[] in, int from) {
    int month =
        MONTHS.indexOf("" + (char) in[from + 3] + (char) in[from + 4] + (char) in[from + 5]);
    boolean marks = in[from + 6] == '/' && in[from + 11] == ':' && in[from + 14] == ':';
    long zone = zone(in, from + ZONE, from + CLF_LENGTH);
    return !marks || zone == INVALID
        ? INVALID
        : seconds(
            digits(in, from + 7, 4),
            month + 1,
            digits(in, from, 2),
            digits(in, from + 12, 2),
            digits(in, from + 15, 2),
            0,
            zone);
  }

  private static long isoTime(byte[] in, int from, int to) {
    if (to - from < 19 || in[from + 7] != '-' || in[from + 13] != ':' || in[from + 16] != ':') {
      return INVALID;
    }
    byte mark = in[from + 10];
    int at = from + 19;
    long fraction = 0;
    if (at < to && (in[at] == '.' || in[at] == ',')) {
      int start = at + 1;
      at = digitsEnd(in, start, to);
      fraction = fraction(in, start, at);
    }
    long zone = at == to ? 0 : zone(in, in[at] == ' ' ? at + 1 : at, to);
    if ((mark != 'T' && mark != 't' && mark != ' ') || zone == INVALID) {
      return INVALID;
    }
    long seconds =
        seconds(
            digits(in, from, 4),
            digits(in, from + 5, 2),
            digits(in, from + 8, 2),
            digits(in, from + 11, 2),
            digits(in, from + 14, 2),
            digits(in, from + 17, 2),
            zone);
    return seconds == INVALID ? INVALID : seconds * SECOND + fraction;
  }

  /** Returns the seconds since the epoch; a leap second is the second before it. */
  private static long seconds(
      int year, int month, int day, int hour, int minute, int second, long zone) {
    if (year < 1970 || year > 2250) {
      return INVALID;
    }
    try {
      return LocalDateTime.of(year, month, day, hour, minute, second == 60 ? 59 : second)
              .toEpochSecond(ZoneOffset.UTC)
          - zone;
    } catch (DateTimeException e) {
      return INVALID;
    }
  }

  /** Returns the seconds of {@code Z}, {@code +0200} or {@code +02:00}. */
  private static long zone(byte[] in, int from, int to) {
    int length = to - from;
    if (length == 1 && (in[from] == 'Z' || in[from] == 'z')) {
      return 0;
    }
    boolean colon = length == 6 && in[from + 3] == ':';
    if ((length != 5 && !colon) || (in[from] != '+' && in[from] != '-')) {
      return INVALID;
    }
    int hours = digits(in, from + 1, 2);
    int minutes = digits(in, to - 2, 2);
    long seconds = hours * 3600L + minutes * 60L;
    return hours < 0 || minutes < 0 || hours > 18 || minutes > 59
        ? INVALID
        : in[from] == '-' ? -seconds : seconds;
  }

  /** Returns a number since the epoch; up to 11 digits are seconds, 14 milliseconds, and so on. */
  static long number(byte[] in, int from, int to) {
    int end = digitsEnd(in, from, to);
    int length = end - from;
    if (length == 0 || length > 19) {
      return INVALID;
    }
    long unit = length <= 11 ? SECOND : length <= 14 ? 1_000_000 : length <= 17 ? 1000 : 1;
    long whole = 0;
    for (int i = from; i < end; i++) {
      whole = 10 * whole + in[i] - '0';
    }
    if (whole < 0 || whole / (SECOND / unit) > LATEST) {
      return INVALID;
    }
    if (end == to) {
      return whole * unit;
    }
    int stop = digitsEnd(in, end + 1, to);
    return in[end] != '.' || stop != to
        ? INVALID
        : whole * unit + fraction(in, end + 1, to) / (SECOND / unit);
  }

  /** Returns the nanoseconds of the digits after the point of a second. */
  private static long fraction(byte[] in, int from, int to) {
    long nanos = 0;
    for (int i = 0; i < 9; i++) {
      nanos = 10 * nanos + (from + i < to ? in[from + i] - '0' : 0);
    }
    return nanos;
  }

  private static int digitsEnd(byte[] in, int from, int to) {
    int at = from;
    while (at < to && in[at] >= '0' && in[at] <= '9') {
      at++;
    }
    return at;
  }

  /** Returns the number of that many digits; −1 if there is another character. */
  private static int digits(byte[] in, int from, int length) {
    int value = 0;
    for (int i = from; i < from + length; i++) {
      int digit = in[i] - '0';
      if (digit < 0 || digit > 9) {
        return -1;
      }
      value = 10 * value + digit;
    }
    return value;
  }
}
