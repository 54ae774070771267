package com.throttlex.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** SQLite does what every database must do, and what only SQLite must. */
class SqliteDatabaseTest extends DatabaseContract {
  @TempDir private Path folder;

  @Override
  public String url() {
    return url("missing/folders/throttlex.db");
  }

  private String url(String path) {
    return "jdbc:sqlite:" + folder.resolve(path);
  }

  private static List<String> ask(String url, String sql) throws Exception {
    try (Connection connection = DriverManager.getConnection(url);
        Statement statement = connection.createStatement();
        ResultSet results = statement.executeQuery(sql)) {
      List<String> found = new ArrayList<>();
      while (results.next()) {
        found.add(results.getString(1));
      }
      return found;
    }
  }

  private static void run(String url, String sql) throws Exception {
    try (Connection connection = DriverManager.getConnection(url);
        Statement statement = connection.createStatement()) {
      statement.executeUpdate(sql);
    }
  }

  @Test
  void fileIsMadeWithItsFoldersAndAWriteAheadLog() throws Exception {
    assertThat(folder.resolve("missing/folders/throttlex.db")).isRegularFile();
    assertThat(ask(url(), "pragma journal_mode")).containsExactly("wal");
  }

  @Test
  void everyTableIsNamedAfterTheProduct() throws Exception {
    assertThat(
            ask(
                url(),
                "select name from sqlite_master where name not like 'sqlite\\_%' escape '\\'"))
        .hasSizeGreaterThan(7)
        .allMatch(name -> name.startsWith("throttlex_"));
  }

  @Test
  void timesAreNumbers() throws Exception {
    database().rules().create("r", "{}", CHANGE);

    assertThat(ask(url(), "select typeof(changed_at) || changed_at from throttlex_rule"))
        .containsExactly("integer" + NOW.toEpochMilli());
  }

  @Test
  void lastMigrationIsTheExpectedVersion() throws Exception {
    assertThat(ask(url(), "select max(cast(version as integer)) from throttlex_schema_history"))
        .containsExactly(Integer.toString(Schema.VERSION));
  }

  @Test
  void databaseOfTheFirstVersionIsBroughtUpToDate_withWhatIsInIt() throws Exception {
    database().users().putTier("u", "pro", CHANGE);
    database().close();
    for (String table : List.of("tier", "override")) {
      run(url(), "drop index throttlex_" + table + "_revision");
      run(url(), "alter table throttlex_" + table + " drop column turn");
      run(url(), "alter table throttlex_" + table + " drop column revision");
    }
    run(url(), "drop table throttlex_removal");
    run(url(), "delete from throttlex_counter where name = 'user-revision'");
    run(url(), "delete from throttlex_schema_history where version = '2'");

    try (Database later = Database.open(url())) {
      assertThat(later.users().tiers()).isEqualTo(Map.of("u", "pro"));
      assertThat(later.users().latest()).extracting(UserChange::turn).containsExactly(0L);
      later.users().removeTier("u", CHANGE);
      assertThat(later.users().latest()).extracting(UserChange::given).containsExactly(List.of());
    }
  }

  @Test
  void schemaOfANewerProgramIsRefused() throws Exception {
    run(
        url(),
        "insert into throttlex_schema_history select 99, '99', 'later', type, script, checksum,"
            + " installed_by, installed_on, execution_time, success from throttlex_schema_history"
            + " where version = '1'");

    assertThatThrownBy(() -> Database.open(url()))
        .isInstanceOf(DatabaseException.class)
        .hasMessage(
            "database: %s has schema version 99 (expected: schema version at most %d; a newer"
                + " ThrottleX made it)",
            url(), Schema.VERSION);
  }

  @Test
  void tablesOfOthersAreLeftAlone() throws Exception {
    run(url("shared.db"), "create table customers (id integer)");
    run(url("shared.db"), "insert into customers values (7)");

    try (Database shared = Database.open(url("shared.db"))) {
      shared.rules().create("r", "{}", CHANGE);
    }

    Database.open(url("shared.db")).close();
    assertThat(ask(url("shared.db"), "select id from customers")).containsExactly("7");
  }

  @Test
  @Timeout(60)
  void manyMayOpenANewFileAtOnce() throws Exception {
    ExecutorService openers = Executors.newFixedThreadPool(4);
    try {
      Callable<Long> open =
          () -> {
            try (Database opened = Database.open(url("new.db"))) {
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

  @Test
  void fileThatIsNoDatabaseIsRefused() throws IOException {
    Files.writeString(folder.resolve("text"), "not a database, ".repeat(1_000));

    assertThatThrownBy(() -> Database.open(url("text")))
        .isInstanceOf(DatabaseException.class)
        .hasMessageContaining(url("text"));
  }

  @Test
  void folderThatCannotBeMadeIsNamed() throws IOException {
    Files.writeString(folder.resolve("file"), "");

    assertThatThrownBy(() -> Database.open(url("file/throttlex.db")))
        .isInstanceOf(DatabaseException.class)
        .hasMessageStartingWith("open " + url("file/throttlex.db") + ": no folder for it: ");
  }

  @Test
  void folderMayBeALink() throws IOException {
    Path data = Files.createDirectory(folder.resolve("data"));
    Files.createSymbolicLink(folder.resolve("link"), data);

    Database.open(url("link/throttlex.db")).close();

    assertThat(data.resolve("throttlex.db")).isRegularFile();
  }

  @ParameterizedTest
  @CsvSource({
    "jdbc:oracle:thin:scott/tiger@host, jdbc:oracle:…",
    "jdbc:postgresql://u:tiger@host/db, jdbc:postgresql:…",
    "postgresql://u:tiger@host/db, postgresql:…",
    "scott@host:tiger, scott@…",
    "data/throttlex.db, data/throttlex.db",
    "jdbc:sqlite::memory:, jdbc:sqlite::memory:",
    "jdbc:sqlite:, jdbc:sqlite:",
    "jdbc:sqlite:file:x.db, jdbc:sqlite:file:x.db",
    "jdbc:sqlite:x.db?password=tiger, jdbc:sqlite:x.db?…"
  })
  void otherAddressesAreRefusedWithoutTheirPasswords(String url, String printed) {
    assertThatThrownBy(() -> Database.open(url))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("database: \"" + printed + "\" (expected: jdbc:sqlite:PATH)");
  }

  @Test
  @Override
  public void killedWriterLosesNothingThatItAcknowledged() throws Exception {
    super.killedWriterLosesNothingThatItAcknowledged();

    assertThat(ask(url(), "pragma integrity_check")).containsExactly("ok");
  }
}
