package com.throttlex.server.admin;

import com.throttlex.server.json.JsonMembers;
import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Times as clients write them: Unix seconds or ISO-8601. */
final class Moments {
  static final String EXPECTED = "Unix seconds, or ISO-8601 such as 2026-11-15T12:00:00Z";

  /** The end of the year 9999; a larger number is in another unit. */
  private static final long LAST_SECOND = 253_402_300_799L;

  private Moments() {}

  /** Returns the moment that a member is, if it fits; null after a problem. */
  static @Nullable Instant read(
      JsonMembers members,
      String name,
      boolean fractions,
      Predicate<Instant> fits,
      String expected) {
    Object value = members.value(name);
    boolean known = fractions || !(value instanceof BigDecimal);
    Instant moment =
        known && value instanceof Number number
            ? ofSeconds(number.doubleValue())
            : value instanceof String text ? parse(text) : null;
    if (moment == null) {
      members.unexpected(name, EXPECTED);
    } else if (!fits.test(moment)) {
      members.unexpected(name, expected);
      return null;
    }
    return moment;
  }

  /** Parses a time; null if the text is not a time. */
  static @Nullable Instant parse(String text) {
    if (text.matches("[0-9]{1,12}")) {
      return ofSeconds(Long.parseLong(text));
    }
    try {
      Instant moment = OffsetDateTime.parse(text).toInstant();
      return ofSeconds(moment.getEpochSecond()) == null ? null : moment;
    } catch (DateTimeException e) {
      return null;
    }
  }

  /** Returns a time to about a microsecond, or null if it is out of range. */
  static @Nullable Instant ofSeconds(double seconds) {
    if (!(seconds >= 0 && seconds <= LAST_SECOND)) {
      return null;
    }
    long whole = (long) seconds;
    return Instant.ofEpochSecond(whole, (long) ((seconds - whole) * 1e9));
  }

  /** Returns a time, or null if it is out of range. */
  static @Nullable Instant ofSeconds(long seconds) {
    return seconds < 0 || seconds > LAST_SECOND ? null : Instant.ofEpochSecond(seconds);
  }
}
