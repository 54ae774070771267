package com.throttlex.jdbc;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import javax.sql.DataSource;

/**
 * A pool of connections that tries to connect every 250 ms while the database fails.
 *
 * <p>HikariCP alone doubles its pause after every failure, up to 5 s. A database that is back would
 * stay unused for that long. So a failure does not reach the thread of the pool, which waits in the
 * {@link PersistentOpener} instead. A caller that gets no connection gets the last failure as the
 * cause.
 *
 * <p>It connects on first use.
 */
public final class PersistentPool extends HikariDataSource {
  private final PersistentOpener opener;

  /**
   * Creates a pool that is not connected yet.
   *
   * @param source opens a new connection at every call
   * @param config the other settings of the pool
   */
  public PersistentPool(DataSource source, HikariConfig config) {
    opener = new PersistentOpener(source);
    config.copyStateTo(this);
    setDataSource(new ConnectionSource(opener::open));
    // Its first connection takes as long as any other, so the pool must not wait for it.
    setInitializationFailTimeout(-1);
  }

  @Override
  public Connection getConnection() throws SQLException {
    try {
      return super.getConnection();
    } catch (SQLTransientConnectionException e) {
      throw opener.failure().<SQLException>map(cause -> because(e, cause)).orElse(e);
    }
  }

  /** The pool reports only how long the caller waited. */
  private static SQLException because(SQLException waited, SQLException cause) {
    return new SQLTransientConnectionException(
        waited.getMessage(), cause.getSQLState(), cause.getErrorCode(), cause);
  }

  @Override
  public void close() {
    // The pool waits for its thread.
    opener.close();
    super.close();
  }
}
