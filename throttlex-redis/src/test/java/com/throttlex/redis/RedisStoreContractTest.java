package com.throttlex.redis;

import com.throttlex.store.Store;
import com.throttlex.tck.StoreContract;
import com.throttlex.tck.servers.RedisServer;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;

class RedisStoreContractTest extends StoreContract {
  private static RedisServer server;
  private static Redis redis;

  private final AtomicLong time = new AtomicLong();
  private final AtomicLong stores = new AtomicLong();
  private final KeptKeys keptKeys = new KeptKeys();

  @BeforeAll
  static void start() {
    server = RedisServer.start();
    redis = Connected.to(server.url() + "?timeout=10s");
  }

  @AfterAll
  static void stop() {
    redis.close();
    server.close();
  }

  @BeforeEach
  void flush() {
    server.command("FLUSHALL");
  }

  @Override
  public Store createStore() {
    return RedisStore.withTime(redis, time::get, "rl" + stores.incrementAndGet());
  }

  @Override
  public void timeIs(long nanos) {
    time.set(nanos);
  }

  @Override
  public String kept() {
    return keptKeys.read(List.of(server));
  }

  @Override
  public int traces() {
    return Integer.getInteger("throttlex.traces", 15);
  }

  @Override
  public int adversarialKeys() {
    return 5_000;
  }

  @Override
  public int times(int inMemory) {
    return inMemory / Integer.getInteger("throttlex.slowness", 8);
  }
}
