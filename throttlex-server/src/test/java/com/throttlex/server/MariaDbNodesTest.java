package com.throttlex.server;

import com.throttlex.tck.servers.MariaDbServer;

class MariaDbNodesTest extends SqlNodesContract {
  @Override
  String url() {
    return MariaDbServer.shared().newDatabase();
  }

  @Override
  String kind() {
    return "mariadb";
  }
}
