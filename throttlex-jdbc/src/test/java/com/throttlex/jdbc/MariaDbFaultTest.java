package com.throttlex.jdbc;

import com.throttlex.tck.servers.MariaDbServer;
import com.throttlex.tck.servers.SqlServer;

/** A database survives the faults of its MariaDB server. */
class MariaDbFaultTest extends ServerFaultContract {
  @Override
  SqlServer start() {
    return MariaDbServer.start();
  }
}
