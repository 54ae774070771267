package com.throttlex.server.admin;

import java.time.Instant;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;

/**
 * Periods as the local clock of a time zone cuts them: a day can have 23 or 25 hours, and an hour
 * can begin at half past an hour of UTC.
 */
record UsagePeriods(Step step, ZoneId zone) {
  enum Step {
    MINUTE,
    HOUR,
    DAY
  }

  /** Returns the start of the period that a time belongs to. */
  Instant start(Instant time) {
    return switch (step) {
      case MINUTE -> time.truncatedTo(ChronoUnit.MINUTES);
      case HOUR -> time.atZone(zone).truncatedTo(ChronoUnit.HOURS).toInstant();
      case DAY -> time.atZone(zone).toLocalDate().atStartOfDay(zone).toInstant();
    };
  }

  private Instant next(Instant start) {
    Instant later =
        switch (step) {
          case MINUTE -> start.plusSeconds(60);
          case HOUR -> start(start.plusSeconds(3_600));
          case DAY -> start.atZone(zone).toLocalDate().plusDays(1).atStartOfDay(zone).toInstant();
        };
    return later.isAfter(start) ? later : start.plusSeconds(3_600); // clocks went back an hour
  }

  /**
   * Returns the starts of all periods that begin before the end of a time span, and then the end of
   * the last one; at most that many.
   *
   * @param from the start of a period
   */
  List<Instant> edges(Instant from, Instant to, int most) {
    List<Instant> edges = new ArrayList<>(List.of(from));
    for (Instant at = from; at.isBefore(to) && edges.size() < most; ) {
      at = next(at);
      edges.add(at);
    }
    return edges;
  }
}
