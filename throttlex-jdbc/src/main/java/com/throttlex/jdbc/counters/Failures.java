package com.throttlex.jdbc.counters;

import com.throttlex.store.StoreUnavailableException;
import java.sql.SQLException;

/** Which failures pass, which mean that the database cannot decide, and which neither. */
final class Failures {
  private static final int LOCK_WAIT_TIMEOUT = 1205;
  private static final int DEADLOCK = 1213;
  private static final int RECORD_CHANGED = 1020;

  private Failures() {}

  /** Whether the same again can succeed: others were in the way, and the work is undone. */
  static boolean isPassing(SQLException failure) {
    String state = failure.getSQLState();
    int code = failure.getErrorCode();
    return (state != null && (state.startsWith("40") || state.equals("55P03")))
        || code == DEADLOCK
        || code == LOCK_WAIT_TIMEOUT
        || code == RECORD_CHANGED;
  }

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
