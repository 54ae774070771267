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
  private final Semaphore writers;

  private Connections(HikariDataSource pool, Semaphore writers) {
    this.pool = pool;
    this.writers = writers;
  }

  static Connections open(String url, Dialect dialect) {
    HikariConfig config = new HikariConfig();
    config.setPoolName("throttlex-database");
    config.setDataSource(dialect.dataSource(url));
    config.setMaximumPoolSize(SIZE);
    config.setMinimumIdle(1);
    config.setConnectionTimeout(PATIENCE_MILLIS);
    // Tries twice, a second apart: SQLite does not wait for another who makes the file just now.
    config.setInitializationFailTimeout(2_000);
    try {
      return new Connections(
          new HikariDataSource(config), new Semaphore(dialect.writers(), /* fair= */ true));
    } catch (RuntimeException e) {
      throw DatabaseException.during("open " + Dialect.printable(url), e);
    }
  }

  DataSource dataSource() {
    return pool;
  }

  /** Runs one query, outside any transaction. */
  <T> T read(String operation, Work<T> work) {
    try (Connection connection = pool.getConnection()) {
      return work.with(new Session(connection));
    } catch (SQLException e) {
      throw DatabaseException.during(operation, e);
    }
  }

  /** Does all of the work or, if it throws, nothing. */
  <T> T write(String operation, Work<T> work) {
    awaitTurn(operation);
    try (Connection connection = pool.getConnection()) {
      return commit(connection, work);
    } catch (SQLException e) {
      throw DatabaseException.during(operation, e);
    } finally {
      writers.release();
    }
  }

  /**
   * Deletes until nothing is left to delete, and lets other writers in between.
   *
   * @param sql a statement whose last value is the number of rows to delete at most
   * @return how many rows were deleted
   */
  long deleteInBatches(String operation, String sql, @Nullable Object... values) {
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

  private static <T> T commit(Connection connection, Work<T> work) throws SQLException {
    connection.setAutoCommit(false);
    try {
      T result = work.with(new Session(connection));
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
