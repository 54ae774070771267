package com.throttlex.server;

import com.throttlex.tck.servers.RedisServer;
import org.junit.jupiter.api.AfterAll;

class RedisColdStartTest extends ColdStartContract {
  private static final RedisServer SERVER = RedisServer.start();

  @AfterAll
  static void stop() {
    SERVER.close();
  }

  @Override
  String store() {
    return SERVER.url();
  }
}
