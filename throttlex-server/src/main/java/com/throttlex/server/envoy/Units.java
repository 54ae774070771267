package com.throttlex.server.envoy;

import com.throttlex.algorithm.Period;
import com.throttlex.protocol.envoy.RateLimitResponse.RateLimit.Unit;
import com.throttlex.protocol.envoy.RateLimitUnit;
import com.throttlex.request.InvalidRequestException;
import java.time.Duration;
import java.util.List;

/** Envoy's units of time: a month has 30 days, a year 365. */
final class Units {
  private static final long SECOND = 1_000_000_000L;
  private static final long DAY = 86_400 * SECOND;

  private Units() {}

  /** Returns the unit of a period, or UNKNOWN if there is none. */
  static Unit of(Period period) {
    Period.CalendarUnit calendar = period.calendar();
    if (calendar != null) {
      return switch (calendar) {
        case DAY -> Unit.DAY;
        case WEEK -> Unit.WEEK;
        case MONTH -> Unit.MONTH;
      };
    }
    long nanos = period.nanos();
    return nanos % DAY == 0 ? ofDays(nanos / DAY) : ofSeconds(nanos);
  }

  private static Unit ofDays(long days) {
    return days == 1
        ? Unit.DAY
        : days == 7 ? Unit.WEEK : days == 30 ? Unit.MONTH : days == 365 ? Unit.YEAR : Unit.UNKNOWN;
  }

  private static Unit ofSeconds(long nanos) {
    return nanos == SECOND
        ? Unit.SECOND
        : nanos == 60 * SECOND ? Unit.MINUTE : nanos == 3600 * SECOND ? Unit.HOUR : Unit.UNKNOWN;
  }

  /** Returns the length of a unit. */
  static Duration length(RateLimitUnit unit) {
    return switch (unit) {
      case SECOND -> Duration.ofSeconds(1);
      case MINUTE -> Duration.ofMinutes(1);
      case HOUR -> Duration.ofHours(1);
      case DAY -> Duration.ofDays(1);
      case MONTH -> Duration.ofDays(30);
      case YEAR -> Duration.ofDays(365);
      case UNKNOWN, UNRECOGNIZED ->
          throw new InvalidRequestException(
              List.of(
                  "limit.unit: " + unit + " (expected: SECOND, MINUTE, HOUR, DAY, MONTH, YEAR)"));
    };
  }
}
