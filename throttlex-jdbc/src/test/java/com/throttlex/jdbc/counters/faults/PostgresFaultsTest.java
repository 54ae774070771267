package com.throttlex.jdbc.counters.faults;

import com.throttlex.tck.servers.PostgresServer;
import com.throttlex.tck.servers.Sql;
import com.throttlex.tck.servers.SqlServer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** Tests counters while their PostgreSQL fails. */
class PostgresFaultsTest
    implements FailureModesContract,
        KilledServerContract,
        SilentServerContract,
        SkewedNodesContract {
  private static PostgresServer server;

  @BeforeAll
  static void start() {
    server = PostgresServer.start();
    Sql.run(server.url(), "create user guest password 'guest'");
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @Override
  public SqlServer server() {
    return server;
  }

  @Override
  public String guest(String url) {
    Sql.run(url, "grant select, insert, update, delete on all tables in schema public to guest");
    return url.replaceFirst("\\?.*", "?user=guest&password=guest");
  }
}
