package com.throttlex.server;

import com.throttlex.tck.servers.RedisServer;
import org.junit.jupiter.api.AfterAll;

class RedisAdaptiveTest extends AdaptiveNodesContract {
  private final RedisServer redis = RedisServer.start();

  @Override
  String settings() {
    return "store: " + redis.url() + "?timeout=2s\n";
  }

  @AfterAll
  void stopRedis() {
    redis.close();
  }
}
