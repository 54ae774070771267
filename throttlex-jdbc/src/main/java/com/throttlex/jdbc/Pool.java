package com.throttlex.jdbc;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Connections that are used again, as long as they have not failed. */
final class Pool implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Pool.class);

  private final HikariDataSource pool;

  private Pool(HikariDataSource pool) {
    this.pool = pool;
  }

  /**
   * Connects.
   *
   * @param name how messages call the database
   * @param waitMillis how long a borrower waits for a connection
   * @param retryMillis for how long to try again when the first connection fails; 0 to try once
   */
  static Pool open(String name, DataSource source, int size, long waitMillis, long retryMillis) {
    HikariConfig config = new HikariConfig();
    config.setPoolName("throttlex-database");
    config.setDataSource(source);
    config.setMaximumPoolSize(size);
    config.setMinimumIdle(1);
    config.setConnectionTimeout(waitMillis);
    config.setInitializationFailTimeout(Math.max(1, retryMillis));
    try {
      if (retryMillis == 0) {
        // The pool pauses for a second after a failure, even when it is not to try again.
        source.getConnection().close();
      }
      return new Pool(new HikariDataSource(config));
    } catch (SQLException | RuntimeException e) {
      throw DatabaseException.during("open " + name, e);
    }
  }

  DataSource dataSource() {
    return pool;
  }

  /**
   * Lends a connection, which is to be given back.
   *
   * @param operation what it is for
   */
  Connection connect(String operation) {
    try {
      return pool.getConnection();
    } catch (SQLException e) {
      throw DatabaseException.during(operation, e);
    }
  }

  /**
   * Takes a connection back. One that has failed is closed, as nobody knows in which state it is.
   * What was done is done, whether or not the connection can be given back.
   */
  void giveBack(Connection connection, boolean sound) {
    if (!sound) {
      pool.evictConnection(connection);
      return;
    }
    try {
      connection.close();
    } catch (SQLException e) {
      LOG.debug("a connection failed when it was given back", e);
    }
  }

  @Override
  public void close() {
    pool.close();
  }
}
