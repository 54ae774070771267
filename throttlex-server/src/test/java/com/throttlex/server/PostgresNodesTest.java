package com.throttlex.server;

import com.throttlex.tck.servers.PostgresServer;

class PostgresNodesTest extends SqlNodesContract {
  @Override
  String url() {
    return PostgresServer.shared().newDatabase();
  }

  @Override
  String kind() {
    return "postgresql";
  }
}
