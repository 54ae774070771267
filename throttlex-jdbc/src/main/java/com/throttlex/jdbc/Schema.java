package com.throttlex.jdbc;

import java.sql.SQLException;
import java.util.List;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;

/**
 * The tables, brought up to date.
 *
 * <p>Flyway takes longer to look around than everything else at a start, so it is asked only when
 * its own history says that something is to be done.
 */
final class Schema {
  /** The number of the last file in the migration folder. */
  static final int VERSION = 2;

  private static final String HISTORY = "throttlex_schema_history";

  private Schema() {}

  static void migrate(String url, Dialect dialect, Connections connections) {
    String name = Dialect.printable(url);
    int found = connections.read("read schema version of " + name, Schema::version);
    if (found > VERSION) {
      throw new DatabaseException(
          String.format(
              "database: %s has schema version %d (expected: schema version at most %d; a newer"
                  + " ThrottleX made it)",
              name, found, VERSION),
          null);
    }
    if (found < VERSION) {
      migrate(name, dialect, connections.dataSource());
    }
  }

  private static int version(Session session) throws SQLException {
    if (!session.hasTable(HISTORY)) {
      return 0;
    }
    String sql = "select version from " + HISTORY + " where success and version is not null";
    return session.all(row -> row.text("version"), sql).stream()
        .mapToInt(Integer::parseInt)
        .max()
        .orElse(0);
  }

  private static void migrate(String name, Dialect dialect, DataSource source) {
    try {
      Flyway.configure(Schema.class.getClassLoader())
          .dataSource(source)
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
      throw DatabaseException.during("migrate " + name, e);
    }
  }
}
