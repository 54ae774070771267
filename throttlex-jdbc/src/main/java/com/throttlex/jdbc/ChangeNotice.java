package com.throttlex.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.postgresql.PGConnection;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Notifies a listener when rules, tiers or overrides may have changed. Only PostgreSQL can notify,
 * so every node also polls the revisions.
 *
 * <p>It has one daemon thread with its own connection. After a failure it reconnects once a second.
 * It calls the listener after each connect, because it may have missed a change.
 */
public final class ChangeNotice implements AutoCloseable {
  static final String CHANNEL = "throttlex_rules";

  private static final Logger LOG = LoggerFactory.getLogger(ChangeNotice.class);
  private static final int LISTEN_MILLIS = 2_000;
  private static final int ANSWER_SECONDS = 2;
  private static final long PAUSE_MILLIS = 1_000;

  private final DataSource source;
  private final Runnable listener;
  private final CountDownLatch closed = new CountDownLatch(1);
  private volatile @Nullable Connection current;
  private boolean failing;

  private ChangeNotice(DataSource source, Runnable listener) {
    this.source = source;
    this.listener = listener;
  }

  /** Starts to listen, and returns at once. */
  static ChangeNotice start(Dialect dialect, DataSource source, Runnable listener) {
    ChangeNotice notice = new ChangeNotice(source, listener);
    if (dialect == Dialect.POSTGRESQL) {
      Thread thread = new Thread(notice::run, "throttlex-change-notice");
      thread.setDaemon(true);
      thread.start();
    }
    return notice;
  }

  private void run() {
    try {
      do {
        listen();
      } while (!closed.await(PAUSE_MILLIS, TimeUnit.MILLISECONDS));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Listens until the connection fails. */
  private void listen() {
    try (Connection connection = source.getConnection()) {
      current = connection;
      try (Statement statement = connection.createStatement()) {
        statement.execute("listen " + CHANNEL);
      }
      failing = false;
      tell();
      PGConnection notified = connection.unwrap(PGConnection.class);
      while (closed.getCount() > 0) {
        if (notified.getNotifications(LISTEN_MILLIS).length > 0) {
          tell();
        } else if (!connection.isValid(ANSWER_SECONDS)) {
          throw new SQLException("no answer within " + ANSWER_SECONDS + " s");
        }
      }
    } catch (SQLException e) {
      report(e);
    } finally {
      current = null;
    }
  }

  private void tell() {
    try {
      if (closed.getCount() > 0) {
        listener.run();
      }
    } catch (RuntimeException e) {
      LOG.warn("rules: the listener for changes failed; polling continues", e);
    }
  }

  private void report(SQLException e) {
    if (!failing && closed.getCount() > 0) {
      LOG.warn(
          "database: {}; polling for changes of other nodes twice a second: {}",
          FailureReason.of(e),
          e.getMessage());
    }
    failing = true;
  }

  /** Stops listening; a call of the listener may still be in progress. */
  @Override
  public void close() {
    closed.countDown();
    Connection connection = current;
    if (connection != null) {
      try {
        connection.abort(Runnable::run);
      } catch (SQLException e) {
        LOG.debug("the connection for notifications was already closed", e);
      }
    }
  }
}
