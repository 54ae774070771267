package com.throttlex.jdbc;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Something that happened and must be traceable.
 *
 * @param at kept to the millisecond
 * @param actor who did it
 * @param action what was done, such as {@code rule-updated}
 * @param target what it was done to, such as the id of a rule
 * @param user the user it concerns, if it concerns one
 */
public record AuditEntry(
    Instant at, String actor, String action, String target, @Nullable String user, String detail) {
  public AuditEntry {
    at = EpochMillis.kept(at);
  }
}
