package com.throttlex.jdbc;

import java.time.Duration;
import java.time.Instant;

/** How long records are kept. */
public final class Retention {
  public static final Duration AUDIT = Duration.ofDays(90);
  public static final Duration MINUTES = Duration.ofDays(30);
  public static final Duration HOURS = Duration.ofDays(366);

  public static final Duration REMOVALS = Duration.ofDays(90);

  private Retention() {}

  /**
   * The numbers of deleted rows.
   *
   * @param hours also days
   */
  public record Deleted(long audit, long minutes, long hours, long overrides, long removals) {}

  /** Deletes records that are too old, and expired overrides. */
  public static Deleted apply(Database database, Instant now) {
    return new Deleted(
        database.audit().deleteBefore(now.minus(AUDIT)),
        database.usage().deleteMinutesBefore(now.minus(MINUTES)),
        database.usage().deleteHoursBefore(now.minus(HOURS))
            + database.usage().deleteDaysBefore(now.minus(HOURS)),
        database.users().deleteExpiredOverrides(now),
        database.users().deleteRemovalsBefore(now.minus(REMOVALS)));
  }
}
