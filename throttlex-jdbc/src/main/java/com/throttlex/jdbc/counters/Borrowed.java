package com.throttlex.jdbc.counters;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A connection for one transaction, which goes back as it was lent.
 *
 * <p>Of an application's connection, the isolation level is set for the transaction and ends with
 * it, and auto-commit is switched back afterwards. A connection whose transaction could not be
 * ended is closed: switching auto-commit on would commit it.
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

  /** A connection of our own pool, which is made for this. */
  static Borrowed ofOurs(DataSource source) throws SQLException {
    return new Borrowed(source.getConnection(), /* ours= */ true);
  }

  /** A connection of an application's pool. */
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
      // A pool may have asked something to see whether the connection works.
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

  /** Takes note that the transaction is committed or rolled back. */
  void ended() {
    ended = true;
  }

  /** Undoes the transaction. */
  void rollBack() throws SQLException {
    connection.rollback();
    if (!ours) {
      // Drivers send no rollback before the first statement, but an isolation level may be set.
      execute("rollback");
    }
    ended = true;
  }

  /** Gives the connection back. What was decided holds, even if the connection fails now. */
  @Override
  public void close() {
    try (connection) {
      if (!ours && !ended) {
        connection.abort(Runnable::run);
      } else if (!ours && autoCommit) {
        connection.setAutoCommit(true);
      }
    } catch (SQLException e) {
      LOG.debug("a connection failed when it was given back", e);
    }
  }
}
