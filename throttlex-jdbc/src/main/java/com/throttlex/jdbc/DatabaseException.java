package com.throttlex.jdbc;

import java.sql.SQLTransientConnectionException;
import org.jspecify.annotations.Nullable;

/** Says that the database failed, and at what. */
public final class DatabaseException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  DatabaseException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }

  static DatabaseException during(String operation, Throwable cause) {
    // The pool says only how long it waited; why, says its cause.
    String reason =
        cause instanceof SQLTransientConnectionException && cause.getCause() != null
            ? cause.getMessage() + ": " + cause.getCause().getMessage()
            : cause.getMessage();
    return new DatabaseException(operation + ": " + reason, cause);
  }
}
