package com.throttlex.jdbc;

import java.time.Instant;
import java.util.List;

/**
 * Limits that one user has under one rule for a time.
 *
 * @param limits at least one, each a single line such as {@code 100/1m}
 * @param expiresAt the first moment at which it no longer holds, kept to the millisecond
 * @param actor who gave it
 * @param at when it was given, kept to the millisecond
 */
public record StoredOverride(
    String user, String rule, List<String> limits, Instant expiresAt, String actor, Instant at) {

  public StoredOverride {
    limits = List.copyOf(limits);
    if (limits.isEmpty() || limits.stream().anyMatch(limit -> limit.indexOf('\n') >= 0)) {
      throw new IllegalArgumentException(
          "limits: " + limits + " (expected: at least one, each a single line)");
    }
    expiresAt = EpochMillis.kept(expiresAt);
    at = EpochMillis.kept(at);
  }
}
