package com.throttlex.jdbc;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * An entry of the audit trail.
 *
 * @param at the time, to the millisecond
 * @param actor who did it
 * @param action what was done, such as {@code rule-updated}
 * @param target what was changed, such as the id of a rule
 * @param user the user that it concerns, or null
 */
public record AuditEntry(
    Instant at, String actor, String action, String target, @Nullable String user, String detail) {
  /** The action of an entry about a user who was denied requests. */
  public static final String THROTTLED = "throttled";

  public AuditEntry {
    at = EpochMillis.kept(at);
  }
}
