package com.throttlex.jdbc;

import java.time.Instant;

/**
 * The author and the time of a change.
 *
 * @param at the time, to the millisecond
 */
public record Change(String actor, Instant at) {
  public Change {
    at = EpochMillis.kept(at);
  }
}
