package com.throttlex.jdbc;

import org.jspecify.annotations.Nullable;

/** Says that the database failed, and at what. */
public final class DatabaseException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  DatabaseException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }

  static DatabaseException during(String operation, Throwable cause) {
    return new DatabaseException(operation + ": " + cause.getMessage(), cause);
  }
}
