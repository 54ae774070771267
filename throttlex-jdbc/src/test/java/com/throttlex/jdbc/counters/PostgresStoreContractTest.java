package com.throttlex.jdbc.counters;

import com.throttlex.tck.servers.PostgresServer;
import com.throttlex.tck.servers.SqlServer;

class PostgresStoreContractTest extends CountersContract {
  @Override
  SqlServer startServer() {
    return PostgresServer.start("-c", "synchronous_commit=off");
  }
}
