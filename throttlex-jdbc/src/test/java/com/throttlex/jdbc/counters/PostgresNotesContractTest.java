package com.throttlex.jdbc.counters;

import com.throttlex.tck.servers.PostgresServer;
import com.throttlex.tck.servers.Sql;

class PostgresNotesContractTest extends JdbcNotesContract {
  @Override
  String newDatabase() {
    return PostgresServer.shared().newDatabase();
  }

  @Override
  String deadlocks() {
    return "select deadlocks from pg_stat_database where datname = current_database()";
  }

  @Override
  protected void cutConnections() {
    Sql.number(
        url(),
        "select count(pg_terminate_backend(pid)) from pg_stat_activity"
            + " where datname = current_database() and pid <> pg_backend_pid()");
  }
}
