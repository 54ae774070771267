package com.throttlex.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** SQLite does what every database must do, and what only SQLite must. */
class SqliteDatabaseTest extends DatabaseContract implements SurvivalContract {
  @TempDir private Path folder;

  private int files;

  @Override
  public String newUrl() {
    files++;
    return url("missing/folders/" + files + ".db");
  }

  private String url(String path) {
    return "jdbc:sqlite:" + folder.resolve(path);
  }

  @Test
  void file_isCreatedWithItsFoldersAndAWriteAheadLog() throws Exception {
    assertThat(Path.of(url().substring(Sqlite.PREFIX.length()))).isRegularFile();
    assertThat(Sql.ask(url(), "pragma journal_mode")).containsExactly("wal");
  }

  @Test
  void files_thatAreCreated_canBeReadByTheirOwnerOnly() throws Exception {
    database().rules().create("r", "{}", CHANGE);
    Path file = Path.of(url().substring(Sqlite.PREFIX.length()));

    for (String suffix : List.of("", "-wal", "-shm")) {
      Path its = file.resolveSibling(file.getFileName() + suffix);
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(its)))
          .as(suffix)
          .isEqualTo("rw-------");
    }
  }

  @Test
  void times_areStoredAsEpochMilliseconds() throws Exception {
    database().rules().create("r", "{}", CHANGE);

    assertThat(Sql.ask(url(), "select typeof(changed_at) || changed_at from throttlex_policy"))
        .containsExactly("integer" + NOW.toEpochMilli());
  }

  @Test
  void databaseOfTheFirstVersionIsBroughtUpToDate_withWhatIsInIt() throws Exception {
    String url = newUrl();
    Flyway.configure()
        .dataSource(Dialect.SQLITE.dataSource(url))
        .table("throttlex_schema_history")
        .locations(Dialect.SQLITE.migrations())
        .target("1")
        .load()
        .migrate();
    Sql.run(
        url,
        "insert into throttlex_tier values ('u', 'pro', 'alice', 5)",
        "insert into throttlex_rule values ('r', 1, '{}', 'alice', 5)",
        "insert into throttlex_rule_version values ('r', 1, 'CREATED', 'alice', 5, '{}', null)",
        "update throttlex_counter set value = 1",
        "insert into throttlex_usage values ('HOUR', 0, 'r', 1, 2, 3)");

    try (Database later = Database.open(url)) {
      assertThat(later.users().tiers()).isEqualTo(Map.of("u", "pro"));
      assertThat(later.users().latest()).extracting(UserChange::turn).containsExactly(0L);
      later.users().removeTier("u", CHANGE);
      assertThat(later.users().latest()).extracting(UserChange::given).containsExactly(List.of());
      assertThat(later.rules().all()).extracting(StoredRule::id).containsExactly("r");
      assertThat(later.rules().update("r", "{}", 1L, CHANGE).version()).isEqualTo(2);
      assertThat(later.rules().revision()).isEqualTo(2);
      assertThat(later.usage().query("r", Instant.EPOCH, NOW, Resolution.HOUR, 9))
          .containsExactly(new Usage(Instant.EPOCH, "r", 1, 2, 3, 0));
    }
  }

  @Test
  void open_ofFileThatIsNoDatabase_isRefused() throws IOException {
    Files.writeString(folder.resolve("text"), "not a database, ".repeat(1_000));

    assertThatThrownBy(() -> Database.open(url("text")))
        .isInstanceOf(DatabaseException.class)
        .hasMessageContaining(url("text"));
  }

  @Test
  void open_whenFolderCannotBeCreated_namesTheFile() throws IOException {
    Files.writeString(folder.resolve("file"), "");

    assertThatThrownBy(() -> Database.open(url("file/throttlex.db")))
        .isInstanceOf(DatabaseException.class)
        .hasMessageStartingWith(
            "open " + url("file/throttlex.db") + ": its folder cannot be created: ");
  }

  @Test
  void open_inFolderThatIsALink_succeeds() throws IOException {
    Path data = Files.createDirectory(folder.resolve("data"));
    Files.createSymbolicLink(folder.resolve("link"), data);

    Database.open(url("link/throttlex.db")).close();

    assertThat(data.resolve("throttlex.db")).isRegularFile();
  }

  @Test
  @Override
  public void killedWriter_losesNothingItAcknowledged() throws Exception {
    SurvivalContract.super.killedWriter_losesNothingItAcknowledged();

    assertThat(Sql.ask(url(), "pragma integrity_check")).containsExactly("ok");
  }
}
