package com.throttlex.jdbc.counters.faults;

import com.throttlex.tck.programs.NeedsProgram;
import com.throttlex.tck.servers.MySqlServer;
import com.throttlex.tck.servers.SqlServer;

/** Runs with MySQL's driver, because the contract runs with MariaDB's on MariaDB. */
@NeedsProgram("mysqld")
class MySqlFaultsTest extends SqlFaultsContract {
  @Override
  SqlServer start() {
    return MySqlServer.start();
  }

  @Override
  public String newStore() {
    return server().newDatabase().replace("jdbc:mariadb:", "jdbc:mysql:");
  }
}
