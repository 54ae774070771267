package com.throttlex.jdbc;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A filter for audit entries; null matches all.
 *
 * @param from the first time, included
 * @param to the last time, excluded
 * @param beforeId only entries with a smaller id: the last id of one page gives the next page
 * @param limit the largest number of entries
 */
public record AuditQuery(
    @Nullable String user,
    @Nullable String actor,
    @Nullable String action,
    @Nullable String target,
    @Nullable Instant from,
    @Nullable Instant to,
    @Nullable Long beforeId,
    int limit) {

  public AuditQuery {
    if (limit < 1) {
      throw new IllegalArgumentException("limit: " + limit + " (expected: at least 1)");
    }
  }

  /** Returns a query for the newest entries. */
  public static AuditQuery newest(int limit) {
    return new AuditQuery(null, null, null, null, null, null, null, limit);
  }
}
