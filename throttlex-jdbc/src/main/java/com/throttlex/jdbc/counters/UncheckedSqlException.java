package com.throttlex.jdbc.counters;

import java.sql.SQLException;

/**
 * Carries an {@link SQLException} through the arithmetic of core, which does not depend on JDBC.
 */
final class UncheckedSqlException extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final SQLException failure;

  UncheckedSqlException(SQLException failure) {
    super(failure);
    this.failure = failure;
  }

  SQLException failure() {
    return failure;
  }
}
