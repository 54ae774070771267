package com.throttlex.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.jdbc.AuditQuery;
import com.throttlex.jdbc.Database;
import com.throttlex.jdbc.Resolution;
import com.throttlex.server.RunningServer.Reply;
import com.throttlex.tck.Await;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The service while another program locks its SQLite file for longer than the timeout. */
class SqliteRecoveryTest {
  private static final String RULES =
      """
      version: 1
      default-rule: none
      rules:
        - {id: one, match: {endpoint: /one}, key: [user], limits: 1/1d}
      """;

  private static final String LOCKED = "locked by another program";
  private static final Duration SECONDS = Duration.ofSeconds(10);

  @TempDir Path folder;

  private String url() {
    return "jdbc:sqlite:" + folder.resolve("data/throttlex.db");
  }

  /** Locks the database as a backup does: no other program can write until it is closed. */
  private Connection lock() throws SQLException {
    Connection other = DriverManager.getConnection(url());
    try (Statement statement = other.createStatement()) {
      statement.execute("pragma busy_timeout = 10000");
      statement.execute("begin exclusive");
    }
    return other;
  }

  private static Reply create(RunningServer node, String id) {
    String rule = "{\"id\":\"%s\",\"match\":{\"endpoint\":\"/%s\"},\"limits\":\"1/1d\"}";
    return node.admin("POST", "/api/v1/rules", rule.formatted(id, id));
  }

  private static void throttle(RunningServer node, String user) {
    assertThat(node.check(TwoNodes.body(user, "/one")).status()).isEqualTo(200);
    assertThat(node.check(TwoNodes.body(user, "/one")).status()).isEqualTo(429);
  }

  private static String detail(RunningServer node) {
    return node.health("database").getString("detail", "");
  }

  private static boolean isAudited(RunningServer node, String user) {
    return node.admin("GET", "/api/v1/audit?user=" + user, "").body().contains("throttled");
  }

  @Test
  @Timeout(120)
  void changesAndRecords_afterAnotherProgramHeldTheFile_areWrittenWithinSeconds() throws Exception {
    try (RunningServer node = RunningServer.start(folder, RULES)) {
      assertThat(create(node, "before").status()).isEqualTo(201);
      Connection other = lock();
      try (other) {
        throttle(node, "during");
        Reply refused = create(node, "during");
        assertThat(refused.status()).isEqualTo(503);
        assertThat(refused.body()).contains(LOCKED).contains("nothing was changed");
        Await.until("the lock in /health", () -> detail(node).contains(LOCKED));
        throttle(node, "later");
        assertThat(create(node, "again").body()).contains(LOCKED);
      }
      Await.until(SECONDS, "a change", () -> create(node, "after").status() == 201);
      Await.until(SECONDS, "a healthy database", () -> detail(node).isEmpty());
      Await.until(SECONDS, "audit entry", () -> isAudited(node, "during"));
      Await.until(SECONDS, "audit entry", () -> isAudited(node, "later"));
      assertThat(create(node, "during").status()).isEqualTo(201);
    }
    assertUsageIsThere();
  }

  private void assertUsageIsThere() {
    Instant end = Instant.now().plusSeconds(3600);
    Instant start = end.minus(Duration.ofHours(3));
    try (Database database = Database.open(url())) {
      assertThat(database.usage().query("one", start, end, Resolution.HOUR, 9))
          .allSatisfy(usage -> assertThat(usage.denied()).isPositive())
          .isNotEmpty();
      assertThat(database.audit().query(AuditQuery.newest(100)))
          .filteredOn(stored -> stored.entry().target().equals("during"))
          .hasSize(1);
    }
  }
}
