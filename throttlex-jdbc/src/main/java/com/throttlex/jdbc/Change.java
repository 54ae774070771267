package com.throttlex.jdbc;

import java.time.Instant;

/**
 * Who changes something, and when.
 *
 * @param at kept to the millisecond
 */
public record Change(String actor, Instant at) {
  public Change {
    at = EpochMillis.kept(at);
  }
}
