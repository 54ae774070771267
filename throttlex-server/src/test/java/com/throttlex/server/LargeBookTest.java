package com.throttlex.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.jdbc.AuditQuery;
import com.throttlex.jdbc.Database;
import com.throttlex.jdbc.StoredRule;
import com.throttlex.server.RunningServer.Reply;
import com.throttlex.tck.Await;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A large book: stored as a whole, or not at all. */
@Timeout(120)
class LargeBookTest {
  private static final int SIZE = 5_000;

  @TempDir Path folder;

  /** A book whose every rule has the same limit. */
  static String book(int size, int limit) {
    JsonArray rules = new JsonArray();
    for (int i = 0; i < size; i++) {
      rules.add(
          new JsonObject()
              .put("id", "rule-" + i)
              .put("match", new JsonObject().put("endpoint", "/service-" + i % 100 + "/" + i))
              .put("key", new JsonArray().add("user"))
              .put("limits", limit + "/1m")
              .put("algorithm", "sliding-window-counter"));
    }
    return new JsonObject().put("rules", rules).encode();
  }

  @Test
  void service_killedWhileItStoresABook_hasTheAcknowledgedBookOrTheNewOne() throws Exception {
    Files.writeString(folder.resolve("rules.yml"), "version: 1\n"); // so there are no samples
    Files.writeString(folder.resolve("throttlex.yml"), "rules: rules.yml\n");
    try (ServiceProcess service = ServiceProcess.start(folder)) {
      assertThat(put(service, 1).status()).isEqualTo(200);
      emptyLog();
      CompletableFuture<Reply> answer = CompletableFuture.supplyAsync(() -> put(service, 2));
      Await.until("a part of the book", () -> answer.isDone() || written() > 500_000);
      boolean acknowledged = answer.isDone();
      service.kill();
      answer.handle((reply, failure) -> reply).join();
      assertThat(limitInDatabase()).isIn(acknowledged ? 2L : 1L, 2L);
    }
  }

  /** Empties the write-ahead log, so that its size shows how much of a change is written. */
  private void emptyLog() throws SQLException {
    try (Connection other = DriverManager.getConnection(url());
        Statement statement = other.createStatement()) {
      statement.execute("pragma busy_timeout = 10000");
      statement.execute("pragma wal_checkpoint(truncate)");
    }
    assertThat(written()).isLessThan(500_000);
  }

  private String url() {
    return "jdbc:sqlite:" + folder.resolve("data/throttlex.db");
  }

  private static Reply put(ServiceProcess service, int limit) {
    return service.admin("PUT", "/api/v1/rules", book(SIZE, limit));
  }

  private long written() {
    try {
      return Files.size(folder.resolve("data/throttlex.db-wal"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Returns the limit of all rules in the database, which have one revision and audit entry each.
   */
  private long limitInDatabase() {
    try (Database database = Database.open(url())) {
      Set<Object> limits =
          database.rules().all().stream()
              .map(rule -> new JsonObject(rule.json()).getValue("limits"))
              .collect(Collectors.toSet());
      assertThat(limits).hasSize(1);
      assertThat(database.rules().all()).hasSize(SIZE);
      Set<Long> versions =
          database.rules().all().stream().map(StoredRule::version).collect(Collectors.toSet());
      assertThat(versions).containsExactly(database.rules().revision());
      assertThat(database.audit().query(AuditQuery.newest(100)))
          .filteredOn(stored -> stored.entry().action().equals("rules-replaced"))
          .hasSize((int) database.rules().revision());
      String limit = limits.iterator().next().toString();
      return Long.parseLong(limit.substring(0, limit.indexOf('/')));
    }
  }
}
