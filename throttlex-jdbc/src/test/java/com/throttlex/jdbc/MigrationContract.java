package com.throttlex.jdbc;

import static com.throttlex.jdbc.DatabaseContract.CHANGE;
import static com.throttlex.jdbc.DatabaseContract.NOW;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** How tables are created, and which tables are rejected. */
interface MigrationContract extends OpenDatabase {
  private static String opened(String url) {
    Database.open(url).close();
    return url;
  }

  @Test
  default void everyTable_isNamedAfterTheProduct() throws Exception {
    assertThat(Sql.tables(url()))
        .contains(
            "throttlex_policy",
            "throttlex_policy_version",
            "throttlex_tier",
            "throttlex_override",
            "throttlex_removal",
            "throttlex_audit",
            "throttlex_usage_history",
            "throttlex_revision",
            "throttlex_schema_history")
        .allMatch(name -> name.startsWith("throttlex_"));
  }

  @Test
  default void lastMigration_isTheExpectedSchemaVersion() throws Exception {
    List<String> versions = Sql.ask(url(), "select version from throttlex_schema_history");

    assertThat(versions.stream().mapToInt(Integer::parseInt).max())
        .hasValue(Dialect.of(url()).schemaVersion());
  }

  @Test
  default void open_withSchemaOfANewerProgram_isRefused() throws Exception {
    String url = opened(newUrl());
    Sql.run(url, "update throttlex_schema_history set version = '99' where version = '1'");

    assertThatThrownBy(() -> Database.open(url))
        .isInstanceOf(DatabaseException.class)
        .hasMessage(
            "database: %s has schema version 99 (expected: schema version at most %d; a newer"
                + " ThrottleX made it)",
            Dialect.printable(url), Dialect.of(url).schemaVersion());
  }

  @Test
  default void halfDoneMigrationIsRefused_withWhatToDo() throws Exception {
    String url = opened(newUrl());
    boolean boolType = Dialect.of(url) == Dialect.POSTGRESQL;
    String failed = boolType ? "false" : "0";
    Sql.run(
        url, "update throttlex_schema_history set success = " + failed + " where version = '1'");

    assertThatThrownBy(() -> Database.open(url))
        .isInstanceOf(DatabaseException.class)
        .hasMessageStartingWith(
            "database: %s has an incomplete migration to schema version 1 (expected: ",
            Dialect.printable(url))
        .hasMessageContaining("delete the row of version 1 from throttlex_schema_history");
  }

  @Test
  default void usageOfAnEarlierVersion_isSummedUpByDayAndOverAllRules() throws Exception {
    String url = newUrl();
    Flyway.configure()
        .dataSource(Dialect.of(url).dataSource(url))
        .table("throttlex_schema_history")
        .locations(Dialect.of(url).migrations())
        .target("5")
        .load()
        .migrate();
    String row = "insert into throttlex_usage_history values ('%s', %d, '%s', 1, 2, 3)";
    long hour = 3_600_000;
    Sql.run(
        url,
        row.formatted("MINUTE", 23 * hour, "a"),
        row.formatted("HOUR", 23 * hour, "a"),
        row.formatted("HOUR", 22 * hour, "a"),
        row.formatted("HOUR", 22 * hour, "b"),
        row.formatted("HOUR", 24 * hour, "a"));

    try (Database later = Database.open(url)) {
      UsageTable usage = later.usage();
      Instant day = Instant.EPOCH;
      Instant next = day.plusMillis(24 * hour);
      assertThat(usage.query(null, day, NOW, Resolution.DAY, 9))
          .containsExactly(
              new Usage(day, "a", 2, 4, 6, 0),
              new Usage(day, "b", 1, 2, 3, 0),
              new Usage(next, "a", 1, 2, 3, 0));
      assertThat(usage.query(UsageTable.ALL, day, NOW, Resolution.DAY, 9))
          .containsExactly(new Usage(day, "", 3, 6, 9, 0), new Usage(next, "", 1, 2, 3, 0));
      assertThat(usage.query(UsageTable.ALL, day, NOW, Resolution.HOUR, 9)).hasSize(3);
      assertThat(usage.query(UsageTable.ALL, day, NOW, Resolution.MINUTE, 9)).hasSize(1);
    }
  }

  @Test
  default void tables_ofOtherPrograms_areLeftAlone() throws Exception {
    String url = newUrl();
    Sql.run(url, "create table customers (id integer)", "insert into customers values (7)");

    try (Database shared = Database.open(url)) {
      shared.rules().create("r", "{}", CHANGE);
    }

    opened(url);
    assertThat(Sql.ask(url, "select id from customers")).containsExactly("7");
  }

  @Test
  @Timeout(60)
  default void open_ofNewDatabaseByManyAtOnce_succeeds() throws Exception {
    String url = newUrl();
    ExecutorService openers = Executors.newFixedThreadPool(4);
    try {
      Callable<Long> open =
          () -> {
            try (Database opened = Database.open(url)) {
              return opened.rules().revision();
            }
          };
      for (Future<Long> revision : openers.invokeAll(List.of(open, open, open, open))) {
        assertThat(revision.get()).isZero();
      }
    } finally {
      openers.shutdown();
    }
  }
}
