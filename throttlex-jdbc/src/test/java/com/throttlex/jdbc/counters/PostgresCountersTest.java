package com.throttlex.jdbc.counters;

import com.throttlex.tck.servers.PostgresServer;
import com.throttlex.tck.servers.SqlServer;

/** Tests of counters in PostgreSQL, in addition to the contract of stores. */
class PostgresCountersTest extends SqlCountersContract implements TwoProcessesContract {
  @Override
  public SqlServer server() {
    return PostgresServer.shared();
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
    return url() + "&options=-c%20deadlock_timeout=10s";
  }
}
