package com.throttlex.jdbc;

import com.throttlex.tck.servers.MariaDbServer;

class MariaDbStoredContractTest extends SqlStoredContract {
  @Override
  String newUrl() {
    return MariaDbServer.shared().newDatabase();
  }
}
