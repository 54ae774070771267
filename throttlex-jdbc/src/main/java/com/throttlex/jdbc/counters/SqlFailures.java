package com.throttlex.jdbc.counters;

import com.throttlex.jdbc.DatabaseRefusal;
import com.throttlex.store.StoreUnavailableException;
import com.throttlex.store.StoreUnusableException;
import java.sql.SQLException;
import java.util.Optional;

/** Classifies failures: those of the database and those of a wrong request. */
final class SqlFailures {
  private SqlFailures() {}

  /**
   * Returns the exception for the caller. Only a value that the database does not accept is a
   * failure of the request.
   *
   * @param name the name of the database in messages
   */
  static RuntimeException of(String name, SQLException failure) {
    String state = failure.getSQLState();
    if (state != null && state.startsWith("22")) {
      return new IllegalArgumentException("charges: " + failure.getMessage(), failure);
    }
    Optional<String> remedy = DatabaseRefusal.remedy(failure);
    return remedy.isEmpty()
        ? new StoreUnavailableException("database: " + reason(failure), failure)
        : new StoreUnusableException(
            "%s refused: %s; %s".formatted(name, reason(failure), remedy.get()), failure);
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
