package com.throttlex.jdbc.counters;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.tck.servers.MariaDbServer;
import com.throttlex.tck.servers.SqlServer;
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
  void statements_forADriverOfMySql_returnNothing() {
    assertThat(source.statements().text("lock")).contains("values").doesNotContain("returning");
    assertThat(source.statements().text("replay-lock")).doesNotContain("returning");
  }
}
