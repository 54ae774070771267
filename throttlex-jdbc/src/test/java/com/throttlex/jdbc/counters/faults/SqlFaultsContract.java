package com.throttlex.jdbc.counters.faults;

import com.throttlex.jdbc.counters.JdbcStore;
import com.throttlex.shared.faults.FailureModesContract;
import com.throttlex.shared.faults.KilledServerContract;
import com.throttlex.shared.faults.SilentServerContract;
import com.throttlex.shared.faults.SkewedNodesContract;
import com.throttlex.tck.servers.Sql;
import com.throttlex.tck.servers.SqlServer;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;

/** Tests counters while their database fails, on a server with its default durability. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class SqlFaultsContract
    implements FailureModesContract,
        KilledServerContract,
        SilentServerContract,
        SkewedNodesContract {
  private SqlServer server;

  abstract SqlServer start();

  @BeforeAll
  void startServer() {
    server = start();
    Sql.run(server.url(), createGuest());
  }

  @AfterAll
  void stop() {
    server.close();
  }

  String createGuest() {
    return "create user guest identified by 'guest'";
  }

  @Override
  public final SqlServer server() {
    return server;
  }

  @Override
  public String newStore() {
    return server.newDatabase();
  }

  @Override
  public final boolean keepsCounters() {
    return true;
  }

  @Override
  public final Duration opensWithin() {
    return Duration.ofSeconds(2);
  }

  /**
   * Returns the URL of another user of the same database, with the permissions of counters. Grants
   * table by table, because a grant for all tables cannot be revoked for one.
   */
  @Override
  public final String nodeUrl(String url) {
    try (JdbcStore tables = JdbcStore.open(url, LONG)) {
      tables.check();
    }
    for (String table :
        List.of("usage", "sw_log", "reservation", "replay", "node", "note", "schema_history")) {
      Sql.run(url, "grant select, insert, update, delete on throttlex_" + table + " to guest");
    }
    return url.replaceFirst("\\?.*", "?user=guest&password=guest");
  }

  @Override
  public final void breakStore(String url) {
    Sql.run(url, "alter table throttlex_usage rename to throttlex_away");
  }

  @Override
  public final void forbidWrites(String url) {
    Sql.run(url, "revoke insert on throttlex_usage from guest");
  }
}
