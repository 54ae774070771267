package com.throttlex.jdbc.counters;

import com.throttlex.tck.servers.PostgresServer;
import com.throttlex.tck.servers.Sql;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

class PostgresNotesContractTest extends JdbcNotesContract {
  private static String url;
  private static CounterSource source;

  @BeforeAll
  static void start() {
    url = PostgresServer.shared().newDatabase();
    source = CounterSource.open(url, 8, CounterFixture.PATIENCE);
  }

  @AfterAll
  static void stop() {
    source.close();
  }

  @Override
  CounterSource source() {
    return source;
  }

  @Override
  String url() {
    return url;
  }

  @Override
  String deadlocks() {
    return "select deadlocks from pg_stat_database where datname = current_database()";
  }

  @Override
  protected void cutConnections() {
    Sql.number(
        url,
        "select count(pg_terminate_backend(pid)) from pg_stat_activity"
            + " where datname = current_database() and pid <> pg_backend_pid()");
  }
}
