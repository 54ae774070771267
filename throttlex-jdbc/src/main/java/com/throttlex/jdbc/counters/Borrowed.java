package com.throttlex.jdbc.counters;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A connection for one transaction; it is returned to its pool in its original state.
 *
 * <p>For a connection of the application, the isolation level is set for the transaction only, and
 * auto-commit is restored afterwards. A connection whose transaction could not be ended is closed,
 * because switching auto-commit on would commit it.
 */
final class Borrowed implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Borrowed.class);
  private static final String ISOLATION = "set transaction isolation level read committed";

  private final Connection connection;
  private final boolean ours;
  private boolean autoCommit;
  private boolean ended;

  private Borrowed(Connection connection, boolean ours) {
    this.connection = connection;
    this.ours = ours;
  }

  /** Borrows a connection of our own pool, which is set up for this. */
  static Borrowed ofOurs(DataSource source) throws SQLException {
    return new Borrowed(source.getConnection(), /* ours= */ true);
  }

  /** Borrows a connection of an application's pool. */
  static Borrowed ofApplication(DataSource source) throws SQLException {
    Borrowed borrowed = new Borrowed(source.getConnection(), /* ours= */ false);
    try {
      borrowed.begin();
      return borrowed;
    } catch (SQLException | RuntimeException e) {
      borrowed.close();
      throw e;
    }
  }

  private void begin() throws SQLException {
    autoCommit = connection.getAutoCommit();
    if (autoCommit) {
      connection.setAutoCommit(false);
    } else {
      // A pool may have sent a statement to test the connection.
      connection.rollback();
    }
    execute(ISOLATION);
  }

  private void execute(String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  Connection connection() {
    return connection;
  }

  /** Records that the transaction is committed or rolled back. */
  void ended() {
    ended = true;
  }

  /** Rolls the transaction back. */
  void rollBack() throws SQLException {
    connection.rollback();
    if (!ours) {
      // Drivers send no rollback before the first statement, but an isolation level may be set.
      execute("rollback");
    }
    ended = true;
  }

  /** Returns the connection to its pool. The decision holds even if the connection fails now. */
  @Override
  public void close() {
    try (connection) {
      if (!ours && !ended) {
        connection.abort(Runnable::run);
      } else if (!ours && autoCommit) {
        connection.setAutoCommit(true);
      }
    } catch (SQLException e) {
      LOG.debug("a connection failed on its return to the pool", e);
    }
  }
}
