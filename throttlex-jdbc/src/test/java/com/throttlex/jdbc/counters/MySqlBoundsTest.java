package com.throttlex.jdbc.counters;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.throttlex.algorithm.Algorithm;
import com.throttlex.algorithm.Limit;
import com.throttlex.algorithm.Rate;
import com.throttlex.key.Key;
import com.throttlex.store.ChargeVerdict;
import com.throttlex.store.Charges;
import com.throttlex.store.StoreUnavailableException;
import com.throttlex.tck.Await;
import com.throttlex.tck.MachineTime;
import com.throttlex.tck.programs.NeedsProgram;
import com.throttlex.tck.servers.MySqlServer;
import com.throttlex.tck.servers.Sql;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;

/** Tests how long MySQL may work on a decision that has timed out. */
@NeedsProgram("mysqld")
class MySqlBoundsTest {
  private static final Duration TIMEOUT = Duration.ofMillis(250);
  private static final Limit LIMIT = Limit.of(Algorithm.FIXED_WINDOW, Rate.parse("10/1d"));

  private final String admin = MySqlServer.shared().newDatabase();
  private final String url = admin.replace("jdbc:mariadb:", "jdbc:mysql:");

  @Test
  void reading_longerThanTheTimeout_isEndedByTheServer() throws SQLException {
    Duration timeout = Duration.ofSeconds(2);
    try (CounterSource source = CounterSource.open(url, 1, timeout);
        Borrowed borrowed = source.borrow();
        Statement statement = borrowed.connection().createStatement();
        ResultSet rows = statement.executeQuery("select sleep(30), @@max_execution_time")) {
      assertThat(rows.next()).isTrue();
      assertThat(rows.getInt(1)).as("1 when it was interrupted").isEqualTo(1);
      assertThat(rows.getLong(2)).isEqualTo(timeout.toMillis());
    }
  }

  @Test
  void decision_behindALockOfAnother_isGivenUpAndLeavesNothing() throws SQLException {
    try (JdbcStore store = JdbcStore.open(url, TIMEOUT)) {
      assertThat(charge(store).remaining()).isEqualTo(9);
      try (Connection other = DriverManager.getConnection(admin);
          Statement statement = other.createStatement()) {
        other.setAutoCommit(false);
        statement.execute("update throttlex_usage set floor_at = floor_at");
        statement.execute("select * from throttlex_usage for update");
        double millis =
            MachineTime.of(
                () ->
                    assertThatThrownBy(() -> charge(store))
                        .isInstanceOf(CompletionException.class)
                        .hasCauseInstanceOf(StoreUnavailableException.class));
        assertThat(millis).isLessThan(3_000);
        Await.until("no waiting statement", () -> waiting() == 0);
        other.rollback();
      }
      assertThat(charge(store).remaining()).isEqualTo(8);
    }
  }

  private long waiting() {
    return Sql.number(
        admin,
        "select count(*) from information_schema.innodb_trx"
            + " where trx_state = 'LOCK WAIT' and trx_query like '%throttlex_usage%'");
  }

  private static ChargeVerdict charge(JdbcStore store) {
    Charges charges = new Charges().start(0);
    charges.add(Key.of("r|user=u", "u"), 0, LIMIT, 1);
    return store.decide(charges).toCompletableFuture().join().get(0);
  }
}
