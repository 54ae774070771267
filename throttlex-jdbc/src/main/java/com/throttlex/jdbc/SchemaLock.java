package com.throttlex.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import javax.sql.DataSource;

/**
 * The lock for schema changes. One process has it at a time; the server releases it when the
 * process ends. Flyway's own lock comes too late: two processes that start at once may both create
 * its history table. In SQLite the lock of the file is enough.
 */
final class SchemaLock implements AutoCloseable {
  private static final int ATTEMPTS = 600;
  private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  /** An arbitrary number; the lock belongs to one database. */
  private static final String POSTGRESQL = "(8390880602276654181)";

  /** The lock belongs to the whole server, and its name has at most 64 characters. */
  private static final String MARIADB = "(concat('throttlex.', left(sha2(database(), 256), 40))";

  private final Connection connection;
  private final Dialect dialect;
  private final Session session;

  private SchemaLock(Connection connection, Dialect dialect) {
    this.connection = connection;
    this.dialect = dialect;
    this.session = new Session(connection, dialect);
  }

  Session session() {
    return session;
  }

  /** Waits until no other process has the lock, for at most a minute. */
  static SchemaLock take(Dialect dialect, DataSource source) throws SQLException {
    Connection connection = source.getConnection();
    try {
      SchemaLock lock = new SchemaLock(connection, dialect);
      for (int attempt = 0; !lock.tryTake(); attempt++) {
        if (attempt == ATTEMPTS) {
          throw new SQLException("another process is still changing the tables after a minute");
        }
        LockSupport.parkNanos(PAUSE_NANOS);
      }
      return lock;
    } catch (SQLException | RuntimeException e) {
      connection.close();
      throw e;
    }
  }

  private boolean tryTake() throws SQLException {
    return switch (dialect) {
      case SQLITE -> true;
      case POSTGRESQL -> ask("case when pg_try_advisory_lock" + POSTGRESQL + " then 1 else 0 end");
      case MARIADB -> ask("get_lock" + MARIADB + ", 0)");
    };
  }

  @Override
  public void close() throws SQLException {
    try (connection) {
      switch (dialect) {
        case SQLITE -> {}
        case POSTGRESQL -> ask("case when pg_advisory_unlock" + POSTGRESQL + " then 1 else 0 end");
        case MARIADB -> ask("release_lock" + MARIADB + ")");
      }
    }
  }

  private boolean ask(String expression) throws SQLException {
    return session
        .first(row -> row.number("answer") == 1, "select " + expression + " as answer")
        .orElse(false);
  }
}
