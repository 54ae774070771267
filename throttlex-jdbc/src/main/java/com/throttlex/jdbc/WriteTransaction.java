package com.throttlex.jdbc;

import com.throttlex.jdbc.Session.Work;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Set;

/**
 * One transaction on a connection in auto-commit mode.
 *
 * <p>SQLite gets SQL statements. Its driver begins the next transaction within the commit call, so
 * that call can fail after the commit, if another program was faster. If a transaction cannot
 * begin, or a full disk has undone it, the driver still assumes that it is in one.
 */
final class WriteTransaction {
  /**
   * Failures that a server reports: a conflict, a constraint, a read-only transaction, no space, a
   * lock. The transaction is undone.
   */
  private static final Set<String> REFUSALS = Set.of("40", "23", "25", "53", "55");

  private static final String COMPLETION_UNKNOWN = "40003";

  /** The failures with which SQLite rejects a commit and undoes the transaction. */
  private static final Set<FailureReason> SQLITE_REFUSALS =
      Set.of(FailureReason.LOCKED, FailureReason.DISK_FULL, FailureReason.READ_ONLY);

  private final Connection connection;
  private final Dialect dialect;
  private boolean committing;

  WriteTransaction(Connection connection, Dialect dialect) {
    this.connection = connection;
    this.dialect = dialect;
  }

  /** Runs the work and commits it; when this throws, call {@link #undo}. */
  <T> T run(Work<T> work) throws SQLException {
    begin();
    T result = work.with(new Session(connection, dialect));
    committing = true;
    commit();
    return result;
  }

  private void begin() throws SQLException {
    if (dialect == Dialect.SQLITE) {
      execute("begin immediate");
    } else {
      connection.setAutoCommit(false);
    }
  }

  private void commit() throws SQLException {
    if (dialect == Dialect.SQLITE) {
      execute("commit");
    } else {
      connection.commit();
    }
  }

  /** Undoes everything; returns false if the connection can no longer be used. */
  boolean undo(Exception first) {
    try {
      if (dialect == Dialect.SQLITE) {
        execute("rollback");
      } else {
        connection.rollback();
      }
      return true;
    } catch (SQLException e) {
      first.addSuppressed(e); // The first failure is reported.
      return false;
    }
  }

  private void execute(String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  /** Returns whether the transaction may be committed in spite of the failure. */
  boolean isInDoubt(SQLException failure) {
    return committing && !isRefusal(failure);
  }

  private boolean isRefusal(SQLException failure) {
    FailureReason reason = FailureReason.of(failure);
    if (dialect == Dialect.SQLITE) {
      return SQLITE_REFUSALS.contains(reason);
    }
    String state = String.valueOf(failure.getSQLState());
    if (state.equals(COMPLETION_UNKNOWN)) {
      return false;
    }
    return REFUSALS.contains(state.substring(0, Math.min(2, state.length())))
        || reason == FailureReason.LOCKED
        || reason == FailureReason.READ_ONLY;
  }
}
