package com.throttlex.jdbc.counters;

import static com.throttlex.jdbc.counters.Requests.admits;
import static com.throttlex.jdbc.counters.Requests.join;
import static com.throttlex.jdbc.counters.Requests.one;
import static com.throttlex.jdbc.counters.Requests.used;
import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.algorithm.Algorithm;
import com.throttlex.algorithm.Limit;
import com.throttlex.store.Verdicts;
import com.throttlex.tck.Await;
import com.throttlex.tck.servers.Sql;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;

/**
 * Tests a transaction that locks two counters in the wrong order, so that a decision meets a
 * deadlock.
 */
interface DeadlockContract extends CounterFixture {
  Duration LONG = Duration.ofSeconds(10);
  Limit LIMIT = Requests.forGood(Algorithm.FIXED_WINDOW, 10);

  @Test
  default void decision_thatMeetsADeadlock_isMadeOnceAndNobodyNotices() throws Exception {
    long before = Sql.number(url(), deadlocks());
    decideAgainstAStranger("patient", PATIENCE);

    Await.until(LONG, "a deadlock", () -> Sql.number(url(), deadlocks()) > before);
  }

  /**
   * PostgreSQL detects deadlocks after a second, when the caller no longer waits for the answer.
   */
  @Test
  default void decision_thatMeetsADeadlockAndHasLittleTime_isMadeInTime() throws Exception {
    decideAgainstAStranger("hurried", Duration.ofMillis(800));
  }

  /** Returns the URL of a user that the server does not choose as the victim of a deadlock. */
  default String strangerUrl() {
    return url();
  }

  private void decideAgainstAStranger(String name, Duration timeout) throws Exception {
    String low = name + "-a";
    String high = name + "-b";
    try (JdbcStore store = JdbcStore.open(url(), timeout);
        Connection stranger = DriverManager.getConnection(strangerUrl());
        Connection observer = DriverManager.getConnection(url());
        PreparedStatement waiting = observer.prepareStatement(waiting())) {
      store.check();
      assertThat(admits(store, one(LIMIT, high, low))).isTrue();
      stranger.setAutoCommit(false);
      gainWeight(stranger);
      lock(stranger, high);
      CompletionStage<Verdicts> decided = store.decide(one(LIMIT, high, low));
      Await.until(LONG, "a wait", () -> number(waiting) > 0);
      lock(stranger, low);
      stranger.rollback();
      join(decided);

      assertThat(used(store, low)).isEqualTo(2);
      assertThat(used(store, high)).isEqualTo(2);
    }
  }

  private static long number(PreparedStatement query) {
    try (ResultSet rows = query.executeQuery()) {
      return rows.next() ? rows.getLong(1) : 0;
    } catch (SQLException e) {
      throw new AssertionError(e);
    }
  }

  /** Does more work, because MariaDB ends the transaction of a deadlock that has done less. */
  private static void gainWeight(Connection stranger) throws SQLException {
    try (PreparedStatement insert =
        stranger.prepareStatement("insert into throttlex_node values (?, 0)")) {
      for (int i = 0; i < 100; i++) {
        insert.setString(1, "stranger-" + i);
        insert.executeUpdate();
      }
    }
  }

  private static void lock(Connection stranger, String name) throws SQLException {
    try (PreparedStatement select =
        stranger.prepareStatement("select word from throttlex_usage where key_id = ? for update")) {
      select.setBytes(1, RowKey.ofCounter("", Requests.key(name), 0).bytes());
      assertThat(select.executeQuery().next()).isTrue();
    }
  }
}
