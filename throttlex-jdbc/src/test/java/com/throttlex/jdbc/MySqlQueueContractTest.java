package com.throttlex.jdbc;

import com.throttlex.tck.programs.NeedsProgram;
import com.throttlex.tck.servers.MySqlServer;

@NeedsProgram("mysqld")
class MySqlQueueContractTest extends SqlQueueContract {
  @Override
  String newUrl() {
    return MySqlServer.shared().newDatabase();
  }
}
