package com.throttlex.jdbc.counters;

import com.throttlex.tck.programs.NeedsProgram;
import com.throttlex.tck.servers.MySqlServer;
import com.throttlex.tck.servers.SqlServer;

/** The tests of counters in MySQL, in addition to the contract of stores. */
@NeedsProgram("mysqld")
class MySqlCountersTest extends SqlCountersContract
    implements MySqlStatementsContract, TwoProcessesContract {
  @Override
  public SqlServer server() {
    return MySqlServer.shared();
  }

  @Override
  public String newDatabase() {
    return server().newDatabase().replace("jdbc:mariadb:", "jdbc:mysql:");
  }

  @Override
  public String waiting() {
    return "select variable_value from performance_schema.global_status"
        + " where variable_name = 'Innodb_row_lock_current_waits'";
  }
}
