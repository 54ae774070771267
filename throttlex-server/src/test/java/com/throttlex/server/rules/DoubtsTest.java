package com.throttlex.server.rules;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.jdbc.Change;
import com.throttlex.jdbc.Database;
import com.throttlex.jdbc.DatabaseException;
import com.throttlex.jdbc.FailureReason;
import com.throttlex.rules.RuleFile;
import com.throttlex.tck.Await;
import com.throttlex.tck.servers.FaultProxy;
import com.throttlex.tck.servers.PostgresServer;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Rules after a commit that is cut, where nothing else follows the database. */
class DoubtsTest {
  private static final String HELD =
      "select 1 from pg_stat_activity where wait_event = 'advisory'"
          + " and datname = current_database()";

  /** A commit that waits until the lock is free. */
  private static final String[] GATE = {
    "create function wait_at_gate() returns trigger language plpgsql as $$ begin"
        + " perform set_config('lock_timeout', '0', true);"
        + " perform set_config('statement_timeout', '0', true);"
        + " perform pg_advisory_xact_lock(4711); return null; end $$",
    "create constraint trigger gate after insert on throttlex_policy deferrable"
        + " initially deferred for each row execute function wait_at_gate()",
    "select pg_advisory_lock(4711)"
  };

  private static void run(Connection connection, String... statements) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      for (String sql : statements) {
        statement.execute(sql);
      }
    }
  }

  private static boolean isHeld(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet found = statement.executeQuery(HELD)) {
      return found.next();
    }
  }

  private static boolean create(ManagedRules rules) {
    Change change = new Change("alice", Instant.now());
    try {
      rules.create(RuleFile.parseRule("{id: r, key: [user], limits: 1/1d}", "test"), change);
      return false;
    } catch (DatabaseException e) {
      return e.isInDoubt();
    }
  }

  /** Returns why doubts cannot be settled, or null when they are. */
  private static @Nullable FailureReason reason(ManagedRules rules) {
    try {
      rules.settle();
      return null;
    } catch (DatabaseException e) {
      return e.reason();
    }
  }

  @Test
  @Timeout(60)
  void rule_whoseCommitIsDoneAfterTheCut_isInForceOnceThatIsKnown() throws Exception {
    PostgresServer server = PostgresServer.shared();
    String url = server.newDatabase();
    List<String> told = new CopyOnWriteArrayList<>();
    try (FaultProxy network = FaultProxy.to(server.port());
        Database database = Database.open(server.through(network.port(), url));
        Connection other = DriverManager.getConnection(url)) {
      ManagedRules rules = ManagedRules.open(null, Set.of("default"), database, book -> {});
      rules.onChange(told::addAll);
      run(other, GATE);
      CompletableFuture<Boolean> inDoubt = CompletableFuture.supplyAsync(() -> create(rules));
      Await.until("a commit that waits", () -> isHeld(other));
      network.cut();
      assertThat(inDoubt.join()).isTrue();
      network.pass();

      // The first attempts may meet other connections of the pool that were cut.
      Await.until("a commit in doubt", () -> reason(rules) == FailureReason.LOCKED);
      assertThat(rules.find("r")).as("not known yet").isEmpty();
      run(other, "select pg_advisory_unlock(4711)");
      rules.settle();
      assertThat(rules.find("r")).isPresent();
      assertThat(told).containsExactly("r");
      rules.settle();
      assertThat(told).hasSize(1);
    }
  }
}
