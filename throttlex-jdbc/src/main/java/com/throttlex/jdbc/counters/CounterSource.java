package com.throttlex.jdbc.counters;

import com.throttlex.jdbc.DatabaseException;
import com.throttlex.jdbc.Dialect;
import com.throttlex.jdbc.PersistentPool;
import com.throttlex.jdbc.Schema;
import com.throttlex.store.StoreUnavailableException;
import com.throttlex.store.StoreUnusableException;
import com.zaxxer.hikari.HikariConfig;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * The database of counters: its connections, tables and statements.
 *
 * <p>It connects on first use, so a node can start while the database is unavailable. The first
 * user migrates the tables.
 */
final class CounterSource implements AutoCloseable {
  private static final long SHORTEST_WAIT = 250; // the least value that the pool accepts

  private final String name;
  private final DataSource source;
  private final DataSource patient;
  private final @Nullable PersistentPool pool;
  private final Duration timeout;
  private final ReentrantLock preparing = new ReentrantLock();
  private volatile @Nullable Statements statements;
  private volatile boolean migrating;

  /**
   * Creates a source that is not connected yet.
   *
   * @param patient connections with a long timeout, for migrations of the tables
   */
  private CounterSource(
      String name,
      DataSource source,
      DataSource patient,
      @Nullable PersistentPool pool,
      Duration timeout) {
    this.timeout = timeout;
    this.name = name;
    this.source = source;
    this.patient = patient;
    this.pool = pool;
  }

  /** Opens the database at a URL, with a pool of connections. */
  static CounterSource open(String url, int connections, Duration timeout) {
    Dialect dialect = Dialect.of(url);
    if (dialect == Dialect.SQLITE) {
      throw new IllegalArgumentException(
          "store: \""
              + Dialect.printable(url)
              + "\" (expected: jdbc:postgresql:…, jdbc:mariadb:… or jdbc:mysql:…)");
    }
    HikariConfig config = new HikariConfig();
    config.setPoolName("throttlex-counters");
    config.setAutoCommit(false);
    config.setMaximumPoolSize(connections);
    config.setMinimumIdle(connections);
    config.setConnectionTimeout(Math.max(SHORTEST_WAIT, timeout.toMillis()));
    config.setValidationTimeout(Math.max(SHORTEST_WAIT, timeout.toMillis()));
    config.setConnectionInitSql(Tuning.statement(dialect, timeout));
    // The pool connects on first use, so only after a database that denies access was detected.
    // Otherwise it would keep connecting.
    DataSource source = dialect.dataSource(Tuning.url(url, dialect, timeout));
    PersistentPool pool = new PersistentPool(source, config);
    return new CounterSource(Dialect.printable(url), pool, dialect.dataSource(url), pool, timeout);
  }

  /** Uses a database through the pool of an application, which the application closes. */
  static CounterSource on(DataSource source, Duration timeout) {
    return new CounterSource("the application's database", source, source, null, timeout);
  }

  /** Returns the name of the database in messages. */
  String name() {
    return name;
  }

  /**
   * Returns whether a commit can follow a statement in one call; other pools may not allow that.
   */
  boolean takesCommits() {
    return pool != null;
  }

  /** Borrows a connection without auto-commit. */
  Borrowed borrow() throws SQLException {
    return pool == null ? Borrowed.ofApplication(source) : Borrowed.ofOurs(source);
  }

  /**
   * Returns the statements for this database; migrates the tables first if necessary.
   *
   * @throws DatabaseException if the tables are of a newer version, or cannot be created
   * @throws StoreUnusableException if the database denies access, or is of an unknown kind
   * @throws StoreUnavailableException if the database does not answer
   */
  Statements statements() {
    Statements known = statements;
    return known == null ? prepare() : known;
  }

  /** Prepares the database in one thread, while the others wait up to the timeout. */
  private Statements prepare() {
    try {
      if (!preparing.tryLock(timeout.toNanos(), TimeUnit.NANOSECONDS)) {
        throw new StoreUnavailableException("database: " + name + " is being prepared");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new StoreUnavailableException("database: interrupted", e);
    }
    try {
      Statements known = statements;
      return known == null ? prepareNow() : known;
    } finally {
      preparing.unlock();
    }
  }

  private Statements prepareNow() {
    String product = product();
    Statements found =
        switch (product.toLowerCase(Locale.ROOT)) {
          case "postgresql" -> Statements.ofPostgres();
          case "mariadb" -> Statements.ofMariaDb();
          case "mysql" -> Statements.ofMySql();
          default ->
              throw new StoreUnusableException(
                  "database: " + product + " (expected: PostgreSQL, MariaDB or MySQL)", null);
        };
    Dialect dialect = product.equalsIgnoreCase("postgresql") ? Dialect.POSTGRESQL : Dialect.MARIADB;
    migrating = true;
    try {
      Schema.migrate(name, dialect, patient);
    } finally {
      migrating = false;
    }
    statements = found;
    return found;
  }

  /** Returns whether the tables are being migrated. */
  boolean isMigrating() {
    return migrating;
  }

  private String product() {
    try (Connection connection = patient.getConnection()) {
      return connection.getMetaData().getDatabaseProductName();
    } catch (SQLException e) {
      throw SqlFailures.of(name, e);
    }
  }

  @Override
  public void close() {
    if (pool != null) {
      pool.close();
    }
  }
}
