package com.throttlex.jdbc.counters;

import com.throttlex.tck.servers.PostgresServer;
import com.throttlex.tck.servers.SqlServer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** Tests of counters in PostgreSQL, in addition to the contract of stores. */
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

  /** Returns the URL of a user; PostgreSQL ends the transaction that first looks for a deadlock. */
  @Override
  public String strangerUrl() {
    return url + "&options=-c%20deadlock_timeout=10s";
  }
}
