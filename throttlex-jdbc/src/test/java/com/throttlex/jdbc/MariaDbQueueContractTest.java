package com.throttlex.jdbc;

import com.throttlex.tck.servers.MariaDbServer;

class MariaDbQueueContractTest extends SqlQueueContract {
  @Override
  String newUrl() {
    return MariaDbServer.shared().newDatabase();
  }
}
