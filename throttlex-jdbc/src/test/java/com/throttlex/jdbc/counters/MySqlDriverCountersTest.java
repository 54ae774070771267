package com.throttlex.jdbc.counters;

import com.throttlex.tck.servers.MariaDbServer;
import com.throttlex.tck.servers.SqlServer;

/** Tests that MySQL's driver and statements work like MariaDB's, against the same server. */
class MySqlDriverCountersTest extends SqlCountersContract implements MySqlStatementsContract {
  @Override
  public SqlServer server() {
    return MariaDbServer.shared();
  }

  @Override
  public String newDatabase() {
    return server().newDatabase().replace("jdbc:mariadb:", "jdbc:mysql:");
  }

  @Override
  public String waiting() {
    return "select variable_value from information_schema.global_status"
        + " where variable_name = 'INNODB_ROW_LOCK_CURRENT_WAITS'";
  }
}
