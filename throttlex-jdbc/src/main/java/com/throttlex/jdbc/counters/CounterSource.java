package com.throttlex.jdbc.counters;

import com.throttlex.jdbc.DatabaseException;
import com.throttlex.jdbc.Dialect;
import com.throttlex.jdbc.Schema;
import com.throttlex.store.StoreUnavailableException;
import com.throttlex.store.StoreUnusableException;
import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * The database of counters: its connections, its tables and its statements.
 *
 * <p>Nothing is asked before it is needed, so that a database that is down stops nobody from
 * starting; the tables are brought up to date by whoever needs them first.
 */
final class CounterSource implements AutoCloseable {
  private static final long SHORTEST_WAIT = 250; // what the pool allows

  private final String name;
  private final DataSource source;
  private final DataSource patient;
  private final @Nullable HikariDataSource pool;
  private final Duration timeout;
  private final ReentrantLock preparing = new ReentrantLock();
  private volatile @Nullable Statements statements;
  private volatile boolean migrating;

  /**
   * A source that nobody has used yet.
   *
   * @param patient connections that may take their time, for work on the tables
   */
  private CounterSource(
      String name,
      DataSource source,
      DataSource patient,
      @Nullable HikariDataSource pool,
      Duration timeout) {
    this.timeout = timeout;
    this.name = name;
    this.source = source;
    this.patient = patient;
    this.pool = pool;
  }

  /** The database at a URL, by a pool of connections. */
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
    config.setDataSource(dialect.dataSource(Tuning.url(url, dialect, timeout)));
    config.setAutoCommit(false);
    config.setMaximumPoolSize(connections);
    config.setMinimumIdle(connections);
    config.setConnectionTimeout(Math.max(SHORTEST_WAIT, timeout.toMillis()));
    config.setValidationTimeout(Math.max(SHORTEST_WAIT, timeout.toMillis()));
    config.setInitializationFailTimeout(-1);
    config.setConnectionInitSql(Tuning.statement(dialect, timeout));
    // The pool connects when it is first used, so after a database that refuses was found out.
    // Otherwise it would go on connecting, and closing it would take seconds.
    HikariDataSource pool = new HikariDataSource();
    config.copyStateTo(pool);
    return new CounterSource(Dialect.printable(url), pool, dialect.dataSource(url), pool, timeout);
  }

  /** A database that an application has a pool for, which stays its own. */
  static CounterSource on(DataSource source, Duration timeout) {
    return new CounterSource("the application's database", source, source, null, timeout);
  }

  /** What the database is called in messages. */
  String name() {
    return name;
  }

  /** Whether a commit can be sent along with a statement; others' connections may refuse that. */
  boolean takesCommits() {
    return pool != null;
  }

  /** Borrows a connection that commits when it is told to. */
  Borrowed borrow() throws SQLException {
    return pool == null ? Borrowed.ofApplication(source) : Borrowed.ofOurs(source);
  }

  /**
   * The statements that the database understands, after its tables were brought up to date.
   *
   * @throws DatabaseException when the tables are a newer version's, or cannot be made
   * @throws StoreUnusableException when the database refuses, or is of an unknown kind
   * @throws StoreUnavailableException when the database does not answer
   */
  Statements statements() {
    Statements known = statements;
    return known == null ? prepare() : known;
  }

  /** One does it, and the others wait for a moment. */
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

  /** Whether the tables are being brought up to date. */
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
