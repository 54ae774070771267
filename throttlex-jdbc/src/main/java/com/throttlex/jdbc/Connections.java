package com.throttlex.jdbc;

import com.throttlex.jdbc.Session.Work;
import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * The pool of connections, and the ways to use one.
 *
 * <p>Writers queue in the order of their coming, as many at a time as the database takes, and leave
 * connections to readers. The database itself settles what other processes do at the same time.
 */
final class Connections implements AutoCloseable {
  private static final int SIZE = 4;
  private static final int BATCH = 1_000;
  private static final long PATIENCE_MILLIS = 5_000;

  private final HikariDataSource pool;
  private final Dialect dialect;
  private final Semaphore writers;

  private Connections(HikariDataSource pool, Dialect dialect) {
    this.pool = pool;
    this.dialect = dialect;
    this.writers = new Semaphore(dialect.writers(), /* fair= */ true);
  }

  /** Connects, by whatever name the database has in messages. */
  static Connections open(String name, Dialect dialect, DataSource source) {
    HikariConfig config = new HikariConfig();
    config.setPoolName("throttlex-database");
    config.setDataSource(source);
    config.setMaximumPoolSize(SIZE);
    config.setMinimumIdle(1);
    config.setConnectionTimeout(PATIENCE_MILLIS);
    // Tries twice, a second apart: SQLite does not wait for another who makes the file just now.
    config.setInitializationFailTimeout(2_000);
    try {
      return new Connections(new HikariDataSource(config), dialect);
    } catch (RuntimeException e) {
      throw DatabaseException.during("open " + name, e);
    }
  }

  DataSource dataSource() {
    return pool;
  }

  Dialect dialect() {
    return dialect;
  }

  /** Runs one query, outside any transaction. */
  <T> T read(String operation, Work<T> work) {
    try (Connection connection = pool.getConnection()) {
      return work.with(new Session(connection, dialect));
    } catch (SQLException e) {
      throw DatabaseException.during(operation, e);
    }
  }

  /**
   * Does all of the work or, if it throws, nothing.
   *
   * @param work is done again from its beginning when other writers were in the way
   */
  <T> T write(String operation, Work<T> work) {
    awaitTurn(operation);
    try {
      for (int attempt = 1; ; attempt++) {
        try (Connection connection = pool.getConnection()) {
          return commit(connection, work);
        } catch (SQLException e) {
          if (attempt == Contention.ATTEMPTS || !Contention.caused(e)) {
            throw DatabaseException.during(operation, e);
          }
        }
        Contention.pause(attempt);
      }
    } finally {
      writers.release();
    }
  }

  /**
   * Deletes until nothing is left to delete, and lets other writers in between.
   *
   * @param key the columns by which a row is known
   * @param condition which rows, with the values
   * @return how many rows were deleted
   */
  long deleteInBatches(
      String operation, String table, String key, String condition, @Nullable Object... values) {
    String sql = dialect.deleteSome(table, key, condition);
    @Nullable Object[] all = Arrays.copyOf(values, values.length + 1);
    all[values.length] = BATCH;
    long deleted = 0;
    int last;
    do {
      last = write(operation, session -> session.update(sql, all));
      deleted += last;
    } while (last == BATCH);
    return deleted;
  }

  private void awaitTurn(String operation) {
    try {
      if (!writers.tryAcquire(PATIENCE_MILLIS, TimeUnit.MILLISECONDS)) {
        throw new DatabaseException(
            operation + ": waited " + PATIENCE_MILLIS + " ms for other writers", null);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw DatabaseException.during(operation, e);
    }
  }

  private <T> T commit(Connection connection, Work<T> work) throws SQLException {
    connection.setAutoCommit(false);
    try {
      T result = work.with(new Session(connection, dialect));
      connection.commit();
      return result;
    } catch (SQLException | RuntimeException e) {
      rollBack(connection, e);
      throw e;
    }
  }

  /** What went wrong first is what is told: a full disk, say, has rolled back already. */
  private static void rollBack(Connection connection, Exception first) {
    try {
      connection.rollback();
    } catch (SQLException e) {
      first.addSuppressed(e);
    }
  }

  @Override
  public void close() {
    pool.close();
  }
}
