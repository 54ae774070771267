package com.throttlex.jdbc;

import com.zaxxer.hikari.HikariConfig;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A pool of connections; a connection that failed is not reused. */
final class Pool implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Pool.class);

  private final PersistentPool pool;

  private Pool(PersistentPool pool) {
    this.pool = pool;
  }

  /**
   * Connects.
   *
   * @param name the name of the database in messages
   * @param waitMillis how long a caller waits for a connection
   * @param retryMillis how long to retry when the first connection fails; 0 to try once
   */
  static Pool open(String name, DataSource source, int size, long waitMillis, long retryMillis) {
    HikariConfig config = new HikariConfig();
    config.setPoolName("throttlex-database");
    config.setMaximumPoolSize(size);
    config.setMinimumIdle(1);
    config.setConnectionTimeout(waitMillis);
    try (PersistentOpener opener = new PersistentOpener(source)) {
      // The pool itself never gives up.
      opener.open(Duration.ofMillis(retryMillis)).close();
      return new Pool(new PersistentPool(source, config));
    } catch (SQLException | RuntimeException e) {
      throw DatabaseException.during("open " + name, e);
    }
  }

  DataSource dataSource() {
    return pool;
  }

  /**
   * Returns a connection, which the caller must give back.
   *
   * @param operation the operation, for messages
   */
  Connection connect(String operation) {
    try {
      return pool.getConnection();
    } catch (SQLException e) {
      throw DatabaseException.during(operation, e);
    }
  }

  /**
   * Takes a connection back. A connection that failed is closed, because its state is not known.
   * The work is done even if the connection cannot be given back.
   */
  void giveBack(Connection connection, boolean sound) {
    if (!sound) {
      pool.evictConnection(connection);
      return;
    }
    try {
      connection.close();
    } catch (SQLException e) {
      LOG.debug("a connection failed when it returned to the pool", e);
    }
  }

  @Override
  public void close() {
    pool.close();
  }
}
