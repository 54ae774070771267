package com.throttlex.jdbc;

import java.time.Instant;
import java.util.List;

/**
 * An override: limits of one user under one rule, until they expire.
 *
 * @param limits at least one, each a single line such as {@code 100/1m}
 * @param expiresAt when it expires, to the millisecond; {@link #NEVER} if it stays until removed
 * @param actor who set it
 * @param at when it was set, to the millisecond
 */
public record StoredOverride(
    String user, String rule, List<String> limits, Instant expiresAt, String actor, Instant at) {

  /** The expiry of an override that stays until it is removed: the end of the year 9999. */
  public static final Instant NEVER = Instant.ofEpochSecond(253_402_300_799L);

  public StoredOverride {
    limits = List.copyOf(limits);
    if (limits.isEmpty() || limits.stream().anyMatch(limit -> limit.indexOf('\n') >= 0)) {
      throw new IllegalArgumentException(
          "limits: " + limits + " (expected: at least one, each a single line)");
    }
    expiresAt = EpochMillis.kept(expiresAt);
    at = EpochMillis.kept(at);
  }

  /** Returns whether it expires by itself. */
  public boolean expires() {
    return !expiresAt.equals(NEVER);
  }
}
