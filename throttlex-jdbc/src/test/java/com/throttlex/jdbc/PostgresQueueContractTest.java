package com.throttlex.jdbc;

import com.throttlex.tck.servers.PostgresServer;

class PostgresQueueContractTest extends SqlQueueContract {
  @Override
  String newUrl() {
    return PostgresServer.shared().newDatabase();
  }
}
