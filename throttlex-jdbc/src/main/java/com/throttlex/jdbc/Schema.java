package com.throttlex.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Set;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;

/**
 * The tables, brought up to date.
 *
 * <p>Flyway takes longer to look around than everything else at a start, so it is asked only when
 * its own history says that something is to be done.
 */
public final class Schema {
  private static final String HISTORY = "throttlex_schema_history";

  /** A migration may take longer than other statements. */
  private static final int PATIENCE_MILLIS = 60_000;

  /** What is told to a user who may not do something: by PostgreSQL, and by MySQL. */
  private static final Set<String> DENIED_STATES = Set.of("42501");

  private static final Set<Integer> DENIED_CODES = Set.of(1044, 1142, 1227);

  private Schema() {}

  /**
   * Makes the tables, or brings them up to date; does nothing if they are. Many processes may do it
   * at the same time.
   *
   * @param name what the database is called in messages, as {@link Dialect#printable} makes it
   * @param source lends four connections at a time
   * @throws DatabaseException when a newer version made them, or it cannot be done
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

  /** Unless someone else has done it until this one may. */
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

  /** Only where tables cannot be made in a transaction. The migrations there may run twice. */
  private static DatabaseException halfDone(String name, String version) {
    return new DatabaseException(
        String.format(
            "database: %s has a half-done migration to schema version %s (expected: a whole one;"
                + " mend what the log of its start shows, delete the row of version %s from %s and"
                + " start again: what was done is kept)",
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
          // Tables of others may be there already.
          .baselineOnMigrate(true)
          .baselineVersion("0")
          .load()
          .migrate();
    } catch (FlywayException e) {
      throw failed(name, e);
    }
  }

  /** The pool gives the connection its own patience again. */
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
