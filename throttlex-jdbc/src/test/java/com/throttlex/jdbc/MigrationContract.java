package com.throttlex.jdbc;

import static com.throttlex.jdbc.DatabaseContract.CHANGE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
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
