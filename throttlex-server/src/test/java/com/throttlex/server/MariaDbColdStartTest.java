package com.throttlex.server;

import com.throttlex.tck.servers.MariaDbServer;

class MariaDbColdStartTest extends ColdStartContract {
  @Override
  String store() {
    return MariaDbServer.shared().newDatabase();
  }
}
