package com.throttlex.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.jdbc.Database;
import com.throttlex.server.RunningServer.Reply;
import com.throttlex.tck.Await;
import com.throttlex.tck.MachineTime;
import com.throttlex.tck.servers.FaultProxy;
import com.throttlex.tck.servers.MariaDbServer;
import com.throttlex.tck.servers.PostgresServer;
import com.throttlex.tck.servers.SqlServer;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The modes of rules while the database of the counters is unavailable, slow or broken. */
class SqlModesTest {
  private static final String RULES =
      """
      version: 1
      default-rule: none
      rules:
        - {id: local, match: {endpoint: /local}, key: [user], limits: 20/1d, algorithm: fixed-window}
        - {id: allow, match: {endpoint: /allow}, key: [user], limits: 1/1d, on-store-failure: allow}
        - {id: deny, match: {endpoint: /deny}, key: [user], limits: 20/1d, on-store-failure: deny}
      """;
  private static final int CALLS = 30;

  @TempDir Path folder;

  private RunningServer start(SqlServer server, FaultProxy proxy, String url) throws IOException {
    return RunningServer.start(folder, RULES, "store: '" + server.through(proxy.port(), url) + "'");
  }

  private static JsonObject check(RunningServer node, String user, String endpoint) {
    try (MachineTime time = MachineTime.start()) {
      Reply reply = node.check(TwoNodes.body(user, endpoint));
      assertThat(reply.status()).as(reply.body()).isIn(200, 429);
      assertThat(time.millis()).as("milliseconds of a check").isLessThan(2_000);
      return reply.json();
    }
  }

  private static void awaitDegraded(RunningServer node, boolean degraded) {
    Await.until(
        "degraded: " + degraded,
        () -> check(node, "watcher", "/allow").getBoolean("degraded") == degraded);
  }

  private static int admitted(RunningServer node, String endpoint) {
    int admitted = 0;
    for (int i = 0; i < CALLS; i++) {
      JsonObject answer = check(node, "fresh", endpoint);
      assertThat(answer.getBoolean("degraded")).isTrue();
      admitted += answer.getBoolean("allowed") ? 1 : 0;
    }
    return admitted;
  }

  @ParameterizedTest
  @CsvSource({
    "postgresql, down",
    "postgresql, slow",
    "postgresql, error",
    "mariadb, down",
    "mariadb, slow",
    "mariadb, error"
  })
  void requests_whileTheDatabaseFails_areAnsweredByTheModeOfTheirRule(String kind, String fault)
      throws Exception {
    SqlServer server = kind.equals("mariadb") ? MariaDbServer.shared() : PostgresServer.shared();
    String url = server.newDatabase();
    try (FaultProxy proxy = FaultProxy.to(server.port());
        RunningServer node = start(server, proxy, url)) {
      awaitDegraded(node, false);
      begin(fault, proxy, url);
      Await.until("an open circuit", () -> isOpenAfterACheck(node));

      double before = node.metric("throttlex_fallback_total");
      assertThat(admitted(node, "/local")).isEqualTo(20);
      assertThat(admitted(node, "/allow")).isEqualTo(CALLS);
      assertThat(admitted(node, "/deny")).isZero();
      assertThat(node.metric("throttlex_fallback_total") - before).isEqualTo(3 * CALLS);

      end(fault, proxy, url);
      awaitDegraded(node, false);
    }
  }

  private static boolean isOpenAfterACheck(RunningServer node) {
    boolean degraded = check(node, "watcher", "/allow").getBoolean("degraded");
    return degraded && node.metric("throttlex_breaker_state") == 2;
  }

  private static void begin(String fault, FaultProxy proxy, String url) throws SQLException {
    switch (fault) {
      case "down" -> proxy.cut();
      case "slow" -> proxy.delay(Duration.ofSeconds(2));
      default -> run(url, "alter table throttlex_usage rename to lost");
    }
  }

  private static void end(String fault, FaultProxy proxy, String url) throws SQLException {
    if (fault.equals("error")) {
      run(url, "alter table lost rename to throttlex_usage");
    } else {
      proxy.pass();
    }
  }

  private static void run(String url, String sql) throws SQLException {
    try (Connection connection = DriverManager.getConnection(url);
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  @Test
  void start_withoutTheDatabase_servesAndFindsItLater() throws Exception {
    SqlServer server = MariaDbServer.shared();
    String url = server.newDatabase();
    try (FaultProxy proxy = FaultProxy.to(server.port())) {
      proxy.cut();
      try (RunningServer node = start(server, proxy, url)) {
        assertThat(check(node, "u", "/local").getBoolean("degraded")).isTrue();
        assertThat(node.health("store").getString("detail")).startsWith("degraded: the database");
        proxy.pass();
        awaitDegraded(node, false);
      }
    }
  }

  @Test
  void tablesOfANewerVersion_thatAreFoundLater_degradeRequests() throws Exception {
    SqlServer server = PostgresServer.shared();
    String url = server.newDatabase();
    Database.open(url).close();
    run(url, "update throttlex_schema_history set version = '99' where version = '1'");
    try (FaultProxy proxy = FaultProxy.to(server.port())) {
      proxy.cut();
      try (RunningServer node = start(server, proxy, url)) {
        proxy.pass();
        Await.until(
            "the schema version in the health detail",
            () -> node.health("store").getString("detail").contains("schema version 99"));
        assertThat(check(node, "u", "/local").getBoolean("degraded")).isTrue();
        assertThat(check(node, "u", "/deny").getBoolean("allowed")).isFalse();
      }
    }
  }
}
