package com.throttlex.jdbc;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** The time span of one usage record. Hours and days are those of UTC. */
public enum Resolution {
  MINUTE(ChronoUnit.MINUTES),
  HOUR(ChronoUnit.HOURS),
  DAY(ChronoUnit.DAYS);

  private final ChronoUnit unit;

  Resolution(ChronoUnit unit) {
    this.unit = unit;
  }

  /** Returns the start of the record that a time belongs to. */
  public Instant start(Instant time) {
    return time.truncatedTo(unit);
  }

  /** Returns the first start of a record that is not before a time. */
  Instant next(Instant time) {
    Instant start = start(time);
    return start.equals(time) ? start : start.plus(unit.getDuration());
  }

  Duration length() {
    return unit.getDuration();
  }
}
