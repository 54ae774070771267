package com.throttlex.jdbc;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The last change of what a user was given: a tier, or limits under a rule for a time.
 *
 * @param rule the rule that the limits are for; null when it is about the tier
 * @param turn orders the changes of one thing, also those of several databases
 * @param given the tier alone, or the limits; empty when it was taken back
 * @param expiresAt when the limits no longer hold; null when there are none
 * @param at kept to the millisecond
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

  /** The limits, as they are given for a time; null when it is about something else. */
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
