package com.throttlex.jdbc;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The last change of a user's tier, or of an override.
 *
 * @param rule the rule of the override; null for a change of the tier
 * @param turn orders the changes of one tier or override, across databases too
 * @param given the tier alone, or the limits; empty after a removal
 * @param expiresAt when the override expires; null if there is none
 * @param at the time, to the millisecond
 */
public record UserChange(
    String user,
    @Nullable String rule,
    long turn,
    List<String> given,
    @Nullable Instant expiresAt,
    String actor,
    Instant at) {

  public UserChange {
    given = List.copyOf(given);
    expiresAt = expiresAt == null ? null : EpochMillis.kept(expiresAt);
    at = EpochMillis.kept(at);
  }

  /** Returns the override; null if the change is about something else. */
  public @Nullable StoredOverride override() {
    return rule == null || expiresAt == null
        ? null
        : new StoredOverride(user, rule, given, expiresAt, actor, at);
  }

  static UserChange removal(String user, @Nullable String rule, Change change) {
    return new UserChange(user, rule, 0, List.of(), null, change.actor(), change.at());
  }

  UserChange withTurn(long turn) {
    return new UserChange(user, rule, turn, given, expiresAt, actor, at);
  }
}
