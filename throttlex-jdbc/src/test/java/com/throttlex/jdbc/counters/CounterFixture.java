package com.throttlex.jdbc.counters;

import com.throttlex.tck.servers.SqlServer;
import java.time.Duration;
import java.util.function.LongSupplier;

/** The database of the tests of counters. */
interface CounterFixture {
  /** A timeout that is long enough for a busy machine. */
  Duration PATIENCE = Duration.ofSeconds(20);

  /** Returns the server, which tests must not damage. */
  SqlServer server();

  /** Returns a database that tests share; each test has its own keys. */
  CounterSource source();

  /** Returns the URL of the same database. */
  String url();

  /** Returns the URL of an empty database. */
  default String newDatabase() {
    return server().newDatabase();
  }

  /** Returns a query for the number of deadlocks that the server has seen. */
  String deadlocks();

  /** Returns a query for the number of transactions that wait for another. */
  String waiting();

  /** Creates a store on a clock that the test moves. */
  default JdbcStore store(LongSupplier time, String prefix) {
    return JdbcStore.withTime(source(), PATIENCE, time, prefix);
  }
}
