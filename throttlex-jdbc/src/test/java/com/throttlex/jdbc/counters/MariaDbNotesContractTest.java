package com.throttlex.jdbc.counters;

import com.throttlex.tck.servers.MariaDbServer;

class MariaDbNotesContractTest extends MariaDbNotesContract {
  @Override
  String newDatabase() {
    return MariaDbServer.shared().newDatabase();
  }
}
