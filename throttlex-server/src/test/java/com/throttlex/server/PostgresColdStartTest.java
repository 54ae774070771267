package com.throttlex.server;

import com.throttlex.tck.servers.PostgresServer;

class PostgresColdStartTest extends ColdStartContract {
  @Override
  String store() {
    return PostgresServer.shared().newDatabase();
  }
}
