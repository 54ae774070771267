package com.throttlex.jdbc.counters;

import com.throttlex.tck.servers.MariaDbServer;
import com.throttlex.tck.servers.SqlServer;

/** Tests of counters in MariaDB, in addition to the contract of stores. */
class MariaDbCountersTest extends SqlCountersContract implements TwoProcessesContract {
  @Override
  public SqlServer server() {
    return MariaDbServer.shared();
  }

  @Override
  public String waiting() {
    return "select variable_value from information_schema.global_status"
        + " where variable_name = 'INNODB_ROW_LOCK_CURRENT_WAITS'";
  }
}
