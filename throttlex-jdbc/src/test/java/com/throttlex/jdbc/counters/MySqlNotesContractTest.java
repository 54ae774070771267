package com.throttlex.jdbc.counters;

import com.throttlex.tck.programs.NeedsProgram;
import com.throttlex.tck.servers.MySqlServer;

@NeedsProgram("mysqld")
class MySqlNotesContractTest extends MariaDbNotesContract {
  @Override
  String newDatabase() {
    return MySqlServer.shared().newDatabase().replace("jdbc:mariadb:", "jdbc:mysql:");
  }
}
