package com.throttlex.jdbc.counters.faults;

import com.throttlex.tck.servers.MariaDbServer;
import com.throttlex.tck.servers.SqlServer;

class MariaDbFaultsTest extends SqlFaultsContract {
  @Override
  SqlServer start() {
    return MariaDbServer.start();
  }
}
