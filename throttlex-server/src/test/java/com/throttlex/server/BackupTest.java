package com.throttlex.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.throttlex.server.RunningServer.Reply;
import com.throttlex.server.config.InvalidSettingsException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The backup of docs/UPGRADE.md, its restore, and a database of a newer version. */
class BackupTest {
  private static final String RULES = "version: 1\ntiers: [free, pro]\ndefault-rule: none\n";

  @TempDir Path folder;

  private Path file() {
    return folder.resolve("data/throttlex.db");
  }

  private void run(String statement) throws SQLException {
    try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file());
        Statement other = connection.createStatement()) {
      other.execute(statement);
    }
  }

  private static void create(RunningServer node, String id) {
    String rule =
        "{\"id\":\"%s\",\"match\":{\"endpoint\":\"/%s\"},\"key\":[\"user\"],\"limits\":\"3/1d\"}";
    Reply made = node.admin("POST", "/api/v1/rules", rule.formatted(id, id));
    assertThat(made.status()).as(made.body()).isEqualTo(201);
  }

  /** Makes changes until the backup is complete. */
  private static CompletableFuture<Integer> changes(RunningServer node, AtomicBoolean running) {
    return CompletableFuture.supplyAsync(
        () -> {
          int made = 0;
          do {
            create(node, "during-" + made++);
          } while (running.get());
          return made;
        });
  }

  private void replaceBy(Path backup) throws IOException {
    Files.deleteIfExists(folder.resolve("data/throttlex.db-wal"));
    Files.deleteIfExists(folder.resolve("data/throttlex.db-shm"));
    Files.delete(file());
    Files.move(backup, file());
  }

  /** The first statement is what {@code .backup} of the program sqlite3 does. */
  @ParameterizedTest
  @ValueSource(strings = {"backup to '%s'", "vacuum into '%s'"})
  void backup_ofARunningService_restoresWhatWasThere(String statement) throws Exception {
    Path backup = folder.resolve("copy.db");
    try (RunningServer node = RunningServer.start(folder, RULES)) {
      create(node, "before");
      assertThat(node.admin("PUT", "/api/v1/users/u-1/tier", "{\"tier\":\"pro\"}").status())
          .isEqualTo(200);
      AtomicBoolean running = new AtomicBoolean(true);
      CompletableFuture<Integer> changes = changes(node, running);
      run(statement.formatted(backup));
      running.set(false);
      assertThat(changes.get()).isPositive();
      assertThat(node.admin("DELETE", "/api/v1/rules/before", "").status()).isEqualTo(204);
      create(node, "after");
    }
    replaceBy(backup);
    try (RunningServer node = RunningServer.start(folder, RULES)) {
      String rules = node.admin("GET", "/api/v1/rules", "").body();
      assertThat(rules).contains("\"before\"").doesNotContain("\"after\"");
      assertThat(node.admin("GET", "/api/v1/users/u-1/limits", "").body()).contains("\"pro\"");
      assertThat(node.admin("GET", "/api/v1/audit", "").body()).contains("before");
      assertThat(TwoNodes.limit(node, "u-1", "/before")).isEqualTo(3);
      create(node, "later");
    }
  }

  @Test
  void start_withTheDatabaseOfANewerVersion_isRefusedAndChangesNothing() throws Exception {
    RunningServer.start(folder, RULES).close();
    run("update throttlex_schema_history set version = '99' where version = '1'");
    byte[] before = Files.readAllBytes(file());

    assertThatThrownBy(() -> RunningServer.start(folder, RULES))
        .isInstanceOf(InvalidSettingsException.class)
        .hasMessageMatching(
            "database: jdbc:sqlite:\\S+ has schema version 99 \\(expected: schema version at most"
                + " [0-9]+; a newer ThrottleX made it\\)");
    assertThat(Files.readAllBytes(file())).isEqualTo(before);
  }
}
