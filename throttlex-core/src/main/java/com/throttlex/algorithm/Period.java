package com.throttlex.algorithm;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The period of a limit: a length such as {@code 250ms} or {@code 2h}, or a calendar unit such as
 * {@code month} in a time zone.
 *
 * @param nanos the length; for a calendar unit the nominal one, 31 days for a month
 * @param calendar the calendar unit, or null for a plain length
 * @param zone the time zone in which the calendar unit begins; UTC for a plain length
 */
public record Period(long nanos, @Nullable CalendarUnit calendar, ZoneId zone) {
  /** The calendar units a limit can count in. */
  public enum CalendarUnit {
    DAY(1),
    WEEK(7),
    MONTH(31);

    private final long days;

    CalendarUnit(long days) {
      this.days = days;
    }
  }

  /** The shortest period: one millisecond. */
  public static final Duration SHORTEST = Duration.ofMillis(1);

  /** The longest period, and the longest time a bucket may take to fill: fifty years. */
  public static final Duration LONGEST = Duration.ofDays(50 * 365);

  private static final String EXPECTED =
      "a number and ms, s, m, h or d such as 250ms, 1s, 5m, 2h, 1d, or one of day, week, month";
  private static final Pattern LENGTH = Pattern.compile("([0-9]{1,12})(ms|s|m|h|d)");

  public Period {
    if (calendar == null && (nanos < SHORTEST.toNanos() || nanos > LONGEST.toNanos())) {
      throw new IllegalArgumentException(
          "period: " + Duration.ofNanos(nanos) + " (expected: between 1ms and 18250d)");
    }
  }

  /** Creates a period of the given length. */
  public static Period of(Duration length) {
    boolean sane = length.compareTo(SHORTEST) >= 0 && length.compareTo(LONGEST) <= 0;
    if (!sane) {
      throw new IllegalArgumentException(
          "period: " + length + " (expected: between 1ms and 18250d)");
    }
    return new Period(length.toNanos(), null, ZoneOffset.UTC);
  }

  /** Creates a period of a calendar unit in the given time zone. */
  public static Period of(CalendarUnit unit, ZoneId zone) {
    return new Period(Duration.ofDays(unit.days).toNanos(), unit, zone);
  }

  /** Reads {@code 250ms 1s 5m 2h 1d}, or {@code day week month} in UTC. */
  public static Period parse(String text) {
    return parse(text, ZoneOffset.UTC);
  }

  /** Reads {@code 250ms 1s 5m 2h 1d}, or {@code day week month} in the given time zone. */
  public static Period parse(String text, ZoneId zone) {
    Matcher length = LENGTH.matcher(text);
    if (length.matches()) {
      return of(length(Long.parseLong(length.group(1)), length.group(2)));
    }
    for (CalendarUnit unit : CalendarUnit.values()) {
      if (unit.name().toLowerCase(Locale.ROOT).equals(text)) {
        return of(unit, zone);
      }
    }
    throw new IllegalArgumentException("period: \"" + text + "\" (expected: " + EXPECTED + ")");
  }

  /** Reads a time zone such as {@code Europe/Berlin} or {@code +02:00}. */
  public static ZoneId parseZone(String text) {
    try {
      return ZoneId.of(text);
    } catch (DateTimeException e) {
      throw new IllegalArgumentException(
          "zone: \"" + text + "\" (expected: a time zone such as UTC, Europe/Berlin or +02:00)", e);
    }
  }

  private static Duration length(long number, String unit) {
    return switch (unit) {
      case "ms" -> Duration.ofMillis(number);
      case "s" -> Duration.ofSeconds(number);
      case "m" -> Duration.ofMinutes(number);
      case "h" -> Duration.ofHours(number);
      default -> Duration.ofDays(number);
    };
  }

  /** Returns the length in whole seconds, rounded up. */
  public long seconds() {
    return -Math.floorDiv(-nanos, 1_000_000_000L);
  }

  /** Returns the text that {@link #parse} reads back, in the largest unit that fits. */
  @Override
  public String toString() {
    if (calendar != null) {
      return calendar.name().toLowerCase(Locale.ROOT);
    }
    Duration length = Duration.ofNanos(nanos);
    if (length.toMillisPart() != 0) {
      return length.toMillis() + "ms";
    } else if (length.toSecondsPart() != 0) {
      return length.toSeconds() + "s";
    } else if (length.toMinutesPart() != 0) {
      return length.toMinutes() + "m";
    } else if (length.toHoursPart() != 0) {
      return length.toHours() + "h";
    }
    return length.toDays() + "d";
  }
}
