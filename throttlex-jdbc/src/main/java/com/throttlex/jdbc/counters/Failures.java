package com.throttlex.jdbc.counters;

import com.throttlex.store.StoreUnavailableException;
import java.sql.SQLException;

/** Which failures mean that the database cannot decide, and which that the question is wrong. */
final class Failures {
  private Failures() {}

  /** What a caller is told: only a value that the database refuses is the request's own fault. */
  static RuntimeException of(SQLException failure) {
    String state = failure.getSQLState();
    if (state != null && state.startsWith("22")) {
      return new IllegalArgumentException("charges: " + failure.getMessage(), failure);
    }
    return new StoreUnavailableException("database: " + reason(failure), failure);
  }

  private static String reason(SQLException failure) {
    Throwable cause = failure;
    while (cause.getCause() != null && cause.getCause() != cause) {
      cause = cause.getCause();
    }
    String message = cause.getMessage();
    return message == null ? cause.getClass().getSimpleName() : message;
  }
}
