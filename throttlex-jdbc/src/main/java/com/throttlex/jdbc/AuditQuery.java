package com.throttlex.jdbc;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Which audit entries are wanted; null wants all.
 *
 * @param from the first moment
 * @param to the first moment that is too late
 * @param beforeId only entries with a smaller id: the last id of one page gives the next page
 * @param limit how many entries at most
 */
public record AuditQuery(
    @Nullable String user,
    @Nullable String actor,
    @Nullable Instant from,
    @Nullable Instant to,
    @Nullable Long beforeId,
    int limit) {

  public AuditQuery {
    if (limit < 1) {
      throw new IllegalArgumentException("limit: " + limit + " (expected: at least 1)");
    }
  }

  /** The newest entries, whatever they are about. */
  public static AuditQuery newest(int limit) {
    return new AuditQuery(null, null, null, null, null, limit);
  }
}
