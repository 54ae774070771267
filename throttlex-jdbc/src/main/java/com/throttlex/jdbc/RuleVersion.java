package com.throttlex.jdbc;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One change in the history of a rule.
 *
 * @param json the rule after the change; null when deleted
 * @param before the rule before the change; null when there was none
 */
public record RuleVersion(
    String id,
    long version,
    Action action,
    String actor,
    Instant at,
    @Nullable String json,
    @Nullable String before) {

  /** Returns this change with another rule before it. */
  RuleVersion after(@Nullable String other) {
    return new RuleVersion(id, version, action, actor, at, json, other);
  }

  /** The kind of change. */
  public enum Action {
    CREATED,
    UPDATED,
    DELETED,
    ROLLED_BACK
  }
}
