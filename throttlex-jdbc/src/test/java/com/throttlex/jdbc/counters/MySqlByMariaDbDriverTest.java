package com.throttlex.jdbc.counters;

import com.throttlex.tck.programs.NeedsProgram;
import com.throttlex.tck.servers.MySqlServer;
import com.throttlex.tck.servers.SqlServer;

/** Tests counters in MySQL with MariaDB's driver, which the service includes. */
@NeedsProgram("mysqld")
class MySqlByMariaDbDriverTest extends SqlCountersContract implements MySqlStatementsContract {
  @Override
  public SqlServer server() {
    return MySqlServer.shared();
  }

  @Override
  public String waiting() {
    return "select variable_value from performance_schema.global_status"
        + " where variable_name = 'Innodb_row_lock_current_waits'";
  }
}
