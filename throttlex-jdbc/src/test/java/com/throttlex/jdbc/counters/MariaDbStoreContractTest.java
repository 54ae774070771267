package com.throttlex.jdbc.counters;

import com.throttlex.tck.servers.MariaDbServer;
import com.throttlex.tck.servers.SqlServer;

class MariaDbStoreContractTest extends CountersContract {
  @Override
  SqlServer startServer() {
    return MariaDbServer.start("--innodb-flush-log-at-trx-commit=2");
  }
}
