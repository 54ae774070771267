package com.throttlex.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Set;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;

/**
 * Creates and migrates the tables.
 *
 * <p>Flyway takes longer to start than everything else, so it runs only if its history table shows
 * that a migration is missing.
 */
public final class Schema {
  private static final String HISTORY = "throttlex_schema_history";

  /** A migration may take longer than other statements. */
  private static final int PATIENCE_MILLIS = 600_000;

  /** The states and codes for missing privileges: of PostgreSQL, and of MySQL. */
  private static final Set<String> DENIED_STATES = Set.of("42501");

  private static final Set<Integer> DENIED_CODES = Set.of(1044, 1142, 1227);

  private Schema() {}

  /**
   * Creates or migrates the tables; does nothing if they are up to date. Several processes may call
   * it at the same time.
   *
   * @param name the name of the database in messages, from {@link Dialect#printable}
   * @param source must provide four connections at a time
   * @throws DatabaseException when a newer version created the tables, or the migration fails
   */
  public static void migrate(String name, Dialect dialect, DataSource source) {
    try {
      if (!isUpToDate(name, dialect, source)) {
        migrateAlone(name, dialect, source);
      }
    } catch (SQLException e) {
      throw DatabaseException.during("migrate " + name, e);
    }
  }

  private static boolean isUpToDate(String name, Dialect dialect, DataSource source)
      throws SQLException {
    try (Connection connection = source.getConnection()) {
      return isUpToDate(name, new Session(connection, dialect));
    }
  }

  private static boolean isUpToDate(String name, Session session) throws SQLException {
    int known = session.dialect().schemaVersion();
    int found = version(name, session);
    if (found > known) {
      throw new DatabaseException(
          String.format(
              "database: %s has schema version %d (expected: schema version at most %d; a newer"
                  + " ThrottleX made it)",
              name, found, known),
          null);
    }
    return found == known;
  }

  /** Migrates under the lock, unless another process did it while this one waited. */
  private static void migrateAlone(String name, Dialect dialect, DataSource source)
      throws SQLException {
    try (SchemaLock lock = SchemaLock.take(dialect, source)) {
      if (!isUpToDate(name, lock.session())) {
        migrateLocked(name, dialect, source);
      }
    }
  }

  private static int version(String name, Session session) throws SQLException {
    if (!session.hasTable(HISTORY)) {
      return 0;
    }
    for (String failed : versions(session, "not success")) {
      throw halfDone(name, failed);
    }
    return versions(session, "success").stream().mapToInt(Integer::parseInt).max().orElse(0);
  }

  private static List<String> versions(Session session, String condition) throws SQLException {
    String sql = "select version from " + HISTORY + " where version is not null and " + condition;
    return session.all(row -> row.text("version"), sql);
  }

  /** Only for databases without transactional DDL. Their migrations can run twice. */
  private static DatabaseException halfDone(String name, String version) {
    return new DatabaseException(
        String.format(
            "database: %s has an incomplete migration to schema version %s (expected: complete;"
                + " fix the error that the log shows, delete the row of version %s from %s and"
                + " start again: finished steps are kept)",
            name, version, version, HISTORY),
        null);
  }

  private static void migrateLocked(String name, Dialect dialect, DataSource source) {
    try {
      Flyway.configure(Schema.class.getClassLoader())
          .dataSource(new ConnectionSource(() -> patient(dialect, source.getConnection())))
          .table(HISTORY)
          .locations(dialect.migrations())
          .failOnMissingLocations(true)
          .javaMigrationClassProvider(List::of)
          .skipDefaultCallbacks(true)
          // Tables of other programs may exist already.
          .baselineOnMigrate(true)
          .baselineVersion("0")
          .load()
          .migrate();
    } catch (FlywayException e) {
      throw failed(name, e);
    }
  }

  /** Sets a longer timeout; the pool resets it when the connection returns. */
  private static Connection patient(Dialect dialect, Connection connection) throws SQLException {
    if (dialect != Dialect.SQLITE) {
      connection.setNetworkTimeout(Runnable::run, PATIENCE_MILLIS);
    }
    return connection;
  }

  private static DatabaseException failed(String name, FlywayException failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof SQLException e
          && (DENIED_STATES.contains(String.valueOf(e.getSQLState()))
              || DENIED_CODES.contains(e.getErrorCode()))) {
        return new DatabaseException(
            String.format(
                "migrate %s: %s (expected: a user who may create and change tables, or tables that"
                    + " are up to date)",
                name, e.getMessage()),
            failure);
      }
    }
    return DatabaseException.during("migrate " + name, failure);
  }
}
