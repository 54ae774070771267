package com.throttlex.server;

import com.throttlex.tck.servers.PostgresServer;

class PostgresAdaptiveTest extends AdaptiveNodesContract {
  @Override
  String settings() {
    String url = PostgresServer.shared().newDatabase();
    return "{store: '%s', store-timeout: 2s, database: '%s'}".formatted(url, url);
  }
}
