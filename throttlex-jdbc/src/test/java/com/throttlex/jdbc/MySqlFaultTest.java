package com.throttlex.jdbc;

import com.throttlex.tck.programs.NeedsProgram;
import com.throttlex.tck.servers.MySqlServer;
import com.throttlex.tck.servers.SqlServer;

/** A database survives the faults of its MySQL server. */
@NeedsProgram("mysqld")
class MySqlFaultTest extends ServerFaultContract {
  @Override
  SqlServer start() {
    return MySqlServer.start();
  }
}
