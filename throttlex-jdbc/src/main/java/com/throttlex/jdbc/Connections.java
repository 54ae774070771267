package com.throttlex.jdbc;

import com.throttlex.jdbc.Session.Work;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Runs queries and transactions on pooled connections.
 *
 * <p>Writers queue in the order of arrival. As many write at a time as the database supports, and
 * some connections stay free for readers. The database itself isolates writers of other processes.
 */
final class Connections implements AutoCloseable {
  private static final int SIZE = 4;
  private static final int BATCH = 1_000;
  private static final long PATIENCE_MILLIS = 5_000;

  /** SQLite does not wait for another process that is creating the file, so retry for this long. */
  private static final long SQLITE_RETRY_MILLIS = 2_000;

  private final Pool pool;
  private final Dialect dialect;
  private final Semaphore writers;
  private volatile @Nullable DatabaseException problem;

  private Connections(Pool pool, Dialect dialect) {
    this.pool = pool;
    this.dialect = dialect;
    this.writers = new Semaphore(dialect.writers(), /* fair= */ true);
  }

  /** Connects; the name of the database appears in messages. */
  static Connections open(String name, Dialect dialect, DataSource source) {
    long retryMillis = dialect == Dialect.SQLITE ? SQLITE_RETRY_MILLIS : 0;
    return new Connections(Pool.open(name, source, SIZE, PATIENCE_MILLIS, retryMillis), dialect);
  }

  DataSource dataSource() {
    return pool.dataSource();
  }

  Dialect dialect() {
    return dialect;
  }

  /** Runs one query, outside any transaction. */
  <T> T read(String operation, Work<T> work) {
    boolean sound = false;
    Connection connection = pool.connect(operation);
    try {
      T result = work.with(new Session(connection, dialect));
      sound = true;
      return result;
    } catch (SQLException e) {
      throw DatabaseException.during(operation, e);
    } finally {
      pool.giveBack(connection, sound);
    }
  }

  /**
   * Runs the work in a transaction: all of it, or nothing if it throws.
   *
   * @param work is run again from the start after contention with other writers
   * @throws DatabaseException when the database fails; {@link DatabaseException#isInDoubt} tells
   *     whether the work may be committed nevertheless
   */
  <T> T write(String operation, Work<T> work) {
    awaitTurn(operation);
    try {
      T result = attempt(operation, work);
      problem = null;
      return result;
    } catch (DatabaseException e) {
      if (e.reason() != FailureReason.OTHER) {
        problem = e;
      }
      throw e;
    } finally {
      writers.release();
    }
  }

  private <T> T attempt(String operation, Work<T> work) {
    long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(PATIENCE_MILLIS);
    for (int attempt = 1; ; attempt++) {
      try {
        return transact(operation, work);
      } catch (SQLException e) {
        boolean late = attempt == Contention.ATTEMPTS || System.nanoTime() - end > 0;
        if (late || !Contention.caused(e)) {
          throw DatabaseException.during(operation, e);
        }
      }
      Contention.pause(attempt);
    }
  }

  private <T> T transact(String operation, Work<T> work) throws SQLException {
    boolean sound = false;
    Connection connection = pool.connect(operation);
    WriteTransaction transaction = new WriteTransaction(connection, dialect);
    try {
      T result = transaction.run(work);
      sound = true;
      return result;
    } catch (SQLException e) {
      sound = transaction.undo(e) && Contention.caused(e);
      if (transaction.isInDoubt(e)) {
        throw DatabaseException.inDoubt(operation, e);
      }
      throw e;
    } catch (RuntimeException e) {
      sound = transaction.undo(e);
      throw e;
    } finally {
      pool.giveBack(connection, sound);
    }
  }

  /** Returns why the last change was not written, or null if it was. */
  @Nullable DatabaseException problem() {
    return problem;
  }

  /**
   * Deletes rows in batches until none is left, so that other writers can run in between.
   *
   * @param key the columns of the primary key
   * @param condition the rows to delete, with its values
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
        DatabaseException before = problem;
        throw DatabaseException.waited(
            operation, PATIENCE_MILLIS, before == null ? FailureReason.TIMED_OUT : before.reason());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw DatabaseException.during(operation, e);
    }
  }

  @Override
  public void close() {
    pool.close();
  }
}
