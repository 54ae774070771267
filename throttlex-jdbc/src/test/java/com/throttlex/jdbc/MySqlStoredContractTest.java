package com.throttlex.jdbc;

import com.throttlex.tck.programs.NeedsProgram;
import com.throttlex.tck.servers.MySqlServer;

@NeedsProgram("mysqld")
class MySqlStoredContractTest extends SqlStoredContract {
  @Override
  String newUrl() {
    return MySqlServer.shared().newDatabase();
  }
}
