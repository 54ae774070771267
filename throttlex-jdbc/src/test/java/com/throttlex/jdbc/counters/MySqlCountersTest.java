package com.throttlex.jdbc.counters;

import static com.throttlex.jdbc.counters.Requests.join;
import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.store.Notes.Note;
import com.throttlex.tck.servers.MariaDbServer;
import com.throttlex.tck.servers.SqlServer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** MySQL's driver and statements do what MariaDB's do, against the same server. */
class MySqlCountersTest
    implements CounterKeysContract,
        StormContract,
        DeadlockContract,
        StoreClockContract,
        SweepContract,
        CounterMigrationContract {
  private static String url;
  private static CounterSource source;

  @BeforeAll
  static void start() {
    url = mysql(MariaDbServer.shared().newDatabase());
    source = CounterSource.open(url, 8, PATIENCE);
    source.statements();
  }

  @AfterAll
  static void stop() {
    source.close();
  }

  @Override
  public SqlServer server() {
    return MariaDbServer.shared();
  }

  @Override
  public CounterSource source() {
    return source;
  }

  private static String mysql(String url) {
    return url.replace("jdbc:mariadb:", "jdbc:mysql:");
  }

  @Override
  public String newDatabase() {
    return mysql(server().newDatabase());
  }

  @Override
  public String url() {
    return url;
  }

  @Override
  public String deadlocks() {
    return "select count from information_schema.innodb_metrics where name = 'lock_deadlocks'";
  }

  @Override
  public String waiting() {
    return "select variable_value from information_schema.global_status"
        + " where variable_name = 'INNODB_ROW_LOCK_CURRENT_WAITS'";
  }

  @Test
  void notes_byADriverOfMySql_areWrittenIfTheyAreAsExpected() {
    try (JdbcStore store = store(() -> 1, "")) {
      JdbcNotes notes = new JdbcNotes(store);
      List<Boolean> written = new ArrayList<>();
      for (long expected : new long[] {1, 0, 0, 2, 1, -1}) {
        written.add(join(notes.write("n", expected, "after " + expected, PATIENCE)));
      }
      assertThat(written).containsExactly(false, true, false, false, true, true);
      assertThat(join(notes.read())).isEqualTo(Map.of("n", new Note(3, "after -1")));
    }
  }

  @Test
  void statements_forADriverOfMySql_returnNothing() {
    assertThat(source.statements().text("lock")).contains("values").doesNotContain("returning");
    assertThat(source.statements().text("replay-lock")).doesNotContain("returning");
  }
}
