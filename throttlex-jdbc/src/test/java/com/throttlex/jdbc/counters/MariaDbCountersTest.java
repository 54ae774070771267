package com.throttlex.jdbc.counters;

import com.throttlex.tck.servers.MariaDbServer;
import com.throttlex.tck.servers.SqlServer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** Tests of counters in MariaDB, in addition to the contract of stores. */
class MariaDbCountersTest
    implements CounterKeysContract,
        StormContract,
        DeadlockContract,
        StoreClockContract,
        SweepContract,
        TwoProcessesContract,
        CounterMigrationContract {
  private static String url;
  private static CounterSource source;

  @BeforeAll
  static void start() {
    url = MariaDbServer.shared().newDatabase();
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
}
