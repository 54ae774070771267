package com.throttlex.jdbc.counters;

import com.throttlex.tck.servers.SqlServer;
import java.time.Duration;
import java.util.function.LongSupplier;

/** What the tests of counters need from a database. */
interface CounterFixture {
  /** Long enough for a machine that is busy with other things. */
  Duration PATIENCE = Duration.ofSeconds(20);

  /** The server, to which no harm may be done. */
  SqlServer server();

  /** A database that tests share; each has keys of its own. */
  CounterSource source();

  /** The same database. */
  String url();

  /** The URL of an empty database. */
  default String newDatabase() {
    return server().newDatabase();
  }

  /** A query for the number of deadlocks that the server has seen. */
  String deadlocks();

  /** A query for the number of transactions that wait for another. */
  String waiting();

  /** A store on a clock that the test moves. */
  default JdbcStore store(LongSupplier time, String prefix) {
    return JdbcStore.withTime(source(), PATIENCE, time, prefix);
  }
}
