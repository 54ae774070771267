package com.throttlex.jdbc.counters;

import com.throttlex.jdbc.Contention;
import java.sql.SQLException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Runs transactions, and retries them on contention until the timeout.
 *
 * <p>After a deadlock or a similar failure the database has rolled everything back, so the
 * transaction can be retried. A random pause keeps the same transactions from colliding again.
 */
final class TransactionRetries {
  private static final long PAUSE = TimeUnit.MICROSECONDS.toNanos(500);
  private static final long LONGEST_PAUSE = TimeUnit.MILLISECONDS.toNanos(20);

  private final CounterSource source;
  private final long timeoutNanos;

  TransactionRetries(CounterSource source, long timeoutNanos) {
    this.source = source;
    this.timeoutNanos = timeoutNanos;
  }

  /** The work of a transaction. */
  @FunctionalInterface
  interface Work<T> {
    T in(Transaction transaction) throws SQLException;
  }

  /**
   * Runs the work and commits it; if this throws, none of the work is done.
   *
   * @param setTime the time, or null for the database's time
   */
  <T> T run(@Nullable Long setTime, Work<T> work) {
    Statements statements = source.statements();
    long start = System.nanoTime();
    for (long pause = PAUSE; ; pause = Math.min(2 * pause, LONGEST_PAUSE)) {
      try (Borrowed borrowed = source.borrow()) {
        Transaction transaction =
            new Transaction(borrowed.connection(), statements, source.takesCommits(), setTime);
        return commit(borrowed, transaction, work);
      } catch (SQLException e) {
        if (!Contention.caused(e) || System.nanoTime() - start + pause > timeoutNanos) {
          throw SqlFailures.of(source.name(), e);
        }
      }
      LockSupport.parkNanos(ThreadLocalRandom.current().nextLong(pause / 2, pause));
    }
  }

  private static <T> T in(Transaction transaction, Work<T> work) throws SQLException {
    try {
      return work.in(transaction);
    } catch (UncheckedSqlException e) {
      throw e.failure();
    }
  }

  private static <T> T commit(Borrowed borrowed, Transaction transaction, Work<T> work)
      throws SQLException {
    try {
      T result = in(transaction, work);
      if (transaction.isUndone()) {
        borrowed.connection().rollback();
      } else {
        borrowed.connection().commit();
      }
      borrowed.ended();
      return result;
    } catch (SQLException | RuntimeException | Error e) {
      try {
        borrowed.rollBack();
      } catch (SQLException undoing) {
        e.addSuppressed(undoing);
      }
      throw e;
    }
  }
}
