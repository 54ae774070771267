package com.throttlex.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.server.RunningServer.Reply;
import com.throttlex.tck.Await;
import com.throttlex.tck.servers.FaultProxy;
import com.throttlex.tck.servers.MariaDbServer;
import com.throttlex.tck.servers.PostgresServer;
import com.throttlex.tck.servers.SqlServer;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The service while its database server answers, but cannot write, and when commits are cut. */
@Timeout(120)
class SqlTroubleTest {
  private static final String RULES =
      """
      version: 1
      default-rule: none
      rules:
        - {id: one, match: {endpoint: /one}, key: [user], limits: 1/1d}
      """;

  private static final Duration SECONDS = Duration.ofSeconds(10);

  @TempDir Path folder;

  private RunningServer start(String url) throws Exception {
    return RunningServer.start(folder, RULES, "database: '" + url + "'");
  }

  private static SqlServer shared(String kind) {
    return kind.equals("mariadb") ? MariaDbServer.shared() : PostgresServer.shared();
  }

  private static Reply create(RunningServer node, String id) {
    String rule =
        "{\"id\":\"%s\",\"match\":{\"endpoint\":\"/%s\"},\"key\":[\"user\"],\"limits\":\"1/1d\"}";
    return node.admin("POST", "/api/v1/rules", rule.formatted(id, id));
  }

  private static void run(Connection connection, String... statements) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      for (String sql : statements) {
        statement.execute(sql);
      }
    }
  }

  private static boolean isTrue(Connection connection, String condition) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet found = statement.executeQuery("select " + condition)) {
      return found.next() && found.getBoolean(1);
    }
  }

  private static String detail(RunningServer node) {
    return node.health("database").getString("detail", "");
  }

  private static void assertRefused(RunningServer node, String id, String reason) {
    Reply refused = create(node, id);
    assertThat(refused.status()).as(refused.body()).isEqualTo(503);
    assertThat(refused.body()).contains("database: " + reason + "; nothing was changed; ");
    Await.until(SECONDS, "the reason in /health", () -> detail(node).contains(reason));
    assertThat(node.check(TwoNodes.body(id, "/one")).status()).isEqualTo(200);
    assertThat(node.check(TwoNodes.body(id, "/one")).status()).isEqualTo(429);
  }

  private static void assertRecovers(RunningServer node, String user) {
    Await.until(SECONDS, "a change", () -> create(node, "after").status() == 201);
    Await.until(SECONDS, "a healthy database", () -> detail(node).isEmpty());
    String audit = "/api/v1/audit?user=" + user;
    Await.until(
        SECONDS, "an entry", () -> node.admin("GET", audit, "").body().contains("throttled"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"postgresql", "mariadb"})
  void changes_whileATableIsLocked_areRefusedAndWorkAfterwards(String kind) throws Exception {
    String url = shared(kind).newDatabase();
    try (RunningServer node = start(url);
        Connection other = DriverManager.getConnection(url)) {
      assertThat(create(node, "before").status()).isEqualTo(201);
      if (kind.equals("mariadb")) {
        run(other, "lock tables throttlex_policy write, throttlex_audit write");
      } else {
        run(other, "begin", "lock table throttlex_policy, throttlex_audit");
      }
      assertRefused(node, "during", "locked by another program");
      run(other, kind.equals("mariadb") ? "unlock tables" : "rollback");
      assertRecovers(node, "during");
      assertThat(create(node, "during").status()).isEqualTo(201);
    }
  }

  @Test
  void changes_whilePostgresIsReadOnly_areRefusedAndWorkAfterwards() throws Exception {
    try (SqlServer server = PostgresServer.start()) {
      String url = server.newDatabase();
      try (RunningServer node = start(url);
          Connection other = DriverManager.getConnection(url)) {
        run(other, "alter system set default_transaction_read_only = on");
        run(other, "select pg_reload_conf()");
        Await.until("read-only", () -> isTrue(other, setting(other)));
        assertRefused(node, "during", "read-only");
        run(other, "set default_transaction_read_only = off");
        run(other, "alter system reset default_transaction_read_only");
        run(other, "select pg_reload_conf()");
        assertRecovers(node, "during");
      }
    }
  }

  private static String setting(Connection connection) throws SQLException {
    assertThat(connection.isValid(5)).isTrue();
    return "current_setting('default_transaction_read_only') = 'on'";
  }

  @Test
  void changes_whileMariaDbIsReadOnly_areRefusedAndWorkAfterwards() throws Exception {
    try (SqlServer server = MariaDbServer.start()) {
      String url = server.newDatabase();
      try (Connection admin = DriverManager.getConnection(url)) {
        run(admin, "create user app identified by 'app-secret'", "grant all on test1.* to app");
        String plain = url.substring(0, url.indexOf('?')) + "?user=app&password=app-secret";
        try (RunningServer node = start(plain)) {
          run(admin, "set global read_only = 1");
          assertRefused(node, "during", "read-only");
          run(admin, "set global read_only = 0");
          assertRecovers(node, "during");
        }
      }
    }
  }

  /** The commit waits in the server until it is cut off from the service; then it is done. */
  @ParameterizedTest
  @ValueSource(strings = {"postgresql", "mariadb"})
  void change_whoseCommitIsCut_isAnsweredAsUnknownAndFollowedWhenItIsMade(String kind)
      throws Exception {
    SqlServer server = shared(kind);
    String url = server.newDatabase();
    try (FaultProxy network = FaultProxy.to(server.port());
        RunningServer node = start(server.through(network.port(), url));
        Connection other = DriverManager.getConnection(url)) {
      CommitGate gate = kind.equals("mariadb") ? new MariaDbGate(other) : new PostgresGate(other);
      gate.close();
      CompletableFuture<Reply> creating =
          CompletableFuture.supplyAsync(() -> create(node, "doubtful"));
      Await.until("a commit that waits", gate::holdsACommit);
      network.cut();
      Reply reply = creating.join();
      assertThat(reply.status()).isEqualTo(503);
      assertThat(reply.body()).contains("the change may or may not have been made");
      gate.open();
      network.pass();
      String committed = "exists (select 1 from throttlex_policy where id = 'doubtful')";
      Await.until(SECONDS, "the commit", () -> isTrue(other, committed));
      Await.until(
          SECONDS,
          () -> "the rule in force: " + node.check(TwoNodes.body("u", "/doubtful")).body(),
          () -> TwoNodes.limit(node, "u", "/doubtful") == 1);
      assertThat(create(node, "doubtful").status()).as("it is there").isEqualTo(409);
      assertThat(create(node, "after").status()).isEqualTo(201);
      Await.until(SECONDS, "a healthy database", () -> detail(node).isEmpty());
    }
  }

  /** Holds commits up while it is closed. */
  private interface CommitGate {
    void close() throws SQLException;

    boolean holdsACommit() throws SQLException;

    void open() throws SQLException;
  }

  /** A constraint that is checked at the commit, and waits for a lock. */
  private record PostgresGate(Connection connection) implements CommitGate {
    @Override
    public void close() throws SQLException {
      run(
          connection,
          "create function wait_at_gate() returns trigger language plpgsql as $$ begin"
              + " perform set_config('lock_timeout', '0', true);"
              + " perform set_config('statement_timeout', '0', true);"
              + " perform pg_advisory_xact_lock(4711); return null; end $$",
          "create constraint trigger gate after insert on throttlex_policy deferrable"
              + " initially deferred for each row execute function wait_at_gate()",
          "select pg_advisory_lock(4711)");
    }

    @Override
    public boolean holdsACommit() throws SQLException {
      return isTrue(
          connection,
          "exists (select 1 from pg_stat_activity where wait_event = 'advisory'"
              + " and datname = current_database())");
    }

    @Override
    public void open() throws SQLException {
      run(connection, "select pg_advisory_unlock(4711)");
    }
  }

  /** The stage of a backup in which nothing is committed. */
  private record MariaDbGate(Connection connection) implements CommitGate {
    @Override
    public void close() throws SQLException {
      run(connection, "backup stage start", "backup stage block_commit");
    }

    @Override
    public boolean holdsACommit() throws SQLException {
      return isTrue(
          connection,
          "exists (select 1 from information_schema.processlist"
              + " where state = 'Waiting for backup lock' and info = 'COMMIT')");
    }

    @Override
    public void open() throws SQLException {
      run(connection, "backup stage end");
    }
  }
}
