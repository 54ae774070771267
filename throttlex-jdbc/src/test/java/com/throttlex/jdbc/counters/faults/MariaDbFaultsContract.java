package com.throttlex.jdbc.counters.faults;

import com.throttlex.tck.servers.Sql;
import com.throttlex.tck.servers.SqlServer;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;

/** Tests counters while their MariaDB or MySQL fails. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class MariaDbFaultsContract
    implements FailureModesContract,
        KilledServerContract,
        SilentServerContract,
        SkewedNodesContract {
  private SqlServer server;

  abstract SqlServer start();

  @BeforeAll
  void startServer() {
    server = start();
    Sql.run(server.url(), "create user guest identified by 'guest'");
  }

  @AfterAll
  void stop() {
    server.close();
  }

  @Override
  public SqlServer server() {
    return server;
  }

  /** Grants table by table, because a grant for all tables cannot be revoked for one. */
  @Override
  public String guest(String url) {
    for (String table :
        List.of("usage", "sw_log", "reservation", "replay", "node", "note", "schema_history")) {
      Sql.run(url, "grant select, insert, update, delete on throttlex_" + table + " to guest");
    }
    return url.replaceFirst("\\?.*", "?user=guest&password=guest");
  }
}
