package com.throttlex.redis.faults;

import com.throttlex.shared.faults.FailureModesContract;
import com.throttlex.shared.faults.KilledServerContract;
import com.throttlex.shared.faults.SilentServerContract;
import com.throttlex.shared.faults.SkewedNodesContract;
import com.throttlex.tck.servers.RedisServer;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** Tests counters while their Redis fails. */
class RedisFaultsTest
    implements FailureModesContract,
        KilledServerContract,
        SilentServerContract,
        SkewedNodesContract {
  private static RedisServer server;

  @BeforeAll
  static void start() {
    server = RedisServer.start();
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @Override
  public RedisServer server() {
    return server;
  }

  @Override
  public String newStore() {
    server.command("FLUSHALL");
    return server.url();
  }

  @Override
  public boolean keepsCounters() {
    return false;
  }

  @Override
  public Duration opensWithin() {
    return Duration.ofMillis(250);
  }

  @Override
  public void breakStore(String url) {
    server.command("CONFIG", "SET", "maxmemory", "1");
  }

  @Override
  public void forbidWrites(String url) {
    server.command("REPLICAOF", "127.0.0.1", Integer.toString(server.port()));
  }

  @Override
  public void repair() {
    server.restart();
  }
}
