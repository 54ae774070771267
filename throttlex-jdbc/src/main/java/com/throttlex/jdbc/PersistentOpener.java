package com.throttlex.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** Opens connections, and retries every 250 ms while the database fails. */
final class PersistentOpener implements AutoCloseable {
  private static final Duration PAUSE = Duration.ofMillis(250);
  private static final Duration FOR_EVER = Duration.ofNanos(Long.MAX_VALUE);

  private final DataSource source;
  private final Duration pause;
  private final CountDownLatch closed = new CountDownLatch(1);
  private volatile @Nullable SQLException failure;

  /**
   * Creates an opener.
   *
   * @param source opens a new connection at every call
   */
  PersistentOpener(DataSource source) {
    this(source, PAUSE);
  }

  PersistentOpener(DataSource source, Duration pause) {
    this.source = source;
    this.pause = pause;
  }

  /** Opens a connection; retries until it is open, or until this is closed. */
  Connection open() throws SQLException {
    return open(FOR_EVER);
  }

  /** Opens a connection; retries for that long, 0 to try once. */
  Connection open(Duration atMost) throws SQLException {
    long start = System.nanoTime();
    while (true) {
      try {
        Connection connection = source.getConnection();
        failure = null;
        return connection;
      } catch (SQLException e) {
        failure = e;
        boolean late = System.nanoTime() - start >= atMost.toNanos();
        if (late || isClosedWithinThePause()) {
          throw e;
        }
      }
    }
  }

  /** Also true if the thread is interrupted, which ends the retries as well. */
  private boolean isClosedWithinThePause() {
    try {
      return closed.await(pause.toNanos(), TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return true;
    }
  }

  /** Returns why the last attempt failed; empty if it succeeded. */
  Optional<SQLException> failure() {
    return Optional.ofNullable(failure);
  }

  /** Ends the retries. */
  @Override
  public void close() {
    closed.countDown();
  }
}
