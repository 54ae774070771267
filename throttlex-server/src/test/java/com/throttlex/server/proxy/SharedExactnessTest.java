package com.throttlex.server.proxy;

import com.throttlex.server.RunningServer;
import com.throttlex.tck.servers.RedisServer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;

/** The exactness of two proxies on one Redis. */
class SharedExactnessTest extends ExactnessScenario {
  @TempDir static Path first;
  @TempDir static Path second;

  @Override
  List<RunningServer> start(String route) throws IOException {
    RedisServer redis = RedisServer.start();
    store = redis;
    String shared = route + "store: \"" + redis.url() + "\"\n";
    return List.of(
        RunningServer.startProxy(first, RULES, shared),
        RunningServer.startProxy(second, RULES, shared));
  }
}
