package com.throttlex.jdbc;

import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** The time span of one usage record. Hours are those of UTC. */
public enum Resolution {
  MINUTE(ChronoUnit.MINUTES),
  HOUR(ChronoUnit.HOURS);

  private final ChronoUnit unit;

  Resolution(ChronoUnit unit) {
    this.unit = unit;
  }

  Instant start(Instant time) {
    return time.truncatedTo(unit);
  }
}
