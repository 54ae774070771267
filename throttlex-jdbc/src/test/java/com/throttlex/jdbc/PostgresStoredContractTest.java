package com.throttlex.jdbc;

import com.throttlex.tck.servers.PostgresServer;

class PostgresStoredContractTest extends SqlStoredContract {
  @Override
  String newUrl() {
    return PostgresServer.shared().newDatabase();
  }
}
