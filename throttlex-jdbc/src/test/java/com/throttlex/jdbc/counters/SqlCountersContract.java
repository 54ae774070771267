package com.throttlex.jdbc.counters;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;

/** The tests of counters in a database, in addition to the contract of stores. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class SqlCountersContract
    implements CounterKeysContract,
        StormContract,
        DeadlockContract,
        JdbcClockContract,
        SweepContract,
        CounterMigrationContract {
  private String url;
  private CounterSource source;

  @BeforeAll
  void start() {
    url = newDatabase();
    source = CounterSource.open(url, 8, PATIENCE);
    source.statements();
  }

  @AfterAll
  void stop() {
    source.close();
  }

  @Override
  public final CounterSource source() {
    return source;
  }

  @Override
  public final String url() {
    return url;
  }

  @Override
  public String deadlocks() {
    return "select count from information_schema.innodb_metrics where name = 'lock_deadlocks'";
  }
}
