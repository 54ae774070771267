package com.throttlex.jdbc.counters;

import com.throttlex.tck.servers.PostgresServer;
import com.throttlex.tck.servers.SqlServer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** What counters in PostgreSQL must stand beside the contract of stores. */
class PostgresCountersTest
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
    url = PostgresServer.shared().newDatabase();
    source = CounterSource.open(url, 8, PATIENCE);
    source.statements();
  }

  @AfterAll
  static void stop() {
    source.close();
  }

  @Override
  public SqlServer server() {
    return PostgresServer.shared();
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
    return "select deadlocks from pg_stat_database where datname = current_database()";
  }

  @Override
  public String waiting() {
    return "select count(*) from pg_locks where not granted";
  }

  /** PostgreSQL ends the transaction that looks for a deadlock first. */
  @Override
  public String strangerUrl() {
    return url + "&options=-c%20deadlock_timeout=10s";
  }
}
