package com.throttlex.redis;

import com.throttlex.store.Store;
import com.throttlex.tck.StoreContract;
import com.throttlex.tck.servers.RedisCluster;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;

class RedisClusterStoreContractTest extends StoreContract {
  private static RedisCluster cluster;
  private static Redis redis;

  private final AtomicLong time = new AtomicLong();
  private final AtomicLong stores = new AtomicLong();
  private final KeptKeys keptKeys = new KeptKeys();

  @BeforeAll
  static void start() {
    cluster = RedisCluster.start(3);
    redis = Connected.to(cluster.url() + "?timeout=10s");
  }

  @AfterAll
  static void stop() {
    redis.close();
    cluster.close();
  }

  @BeforeEach
  void flush() {
    cluster.flush();
  }

  @Override
  public Store createStore() {
    return RedisStore.withTime(redis, time::get, "rl" + stores.incrementAndGet());
  }

  @Override
  public void timeIs(long nanos) {
    time.set(nanos);
  }

  /** Returns false: the counters of several subjects are in several hash slots. */
  @Override
  public boolean isAtomicAcrossSubjects() {
    return false;
  }

  @Override
  public String kept() {
    return keptKeys.read(cluster.nodes());
  }

  /** Returns fewer than for one server: the script is the same, and each call goes to one node. */
  @Override
  public int traces() {
    return Integer.getInteger("throttlex.traces", 8);
  }

  @Override
  public int adversarialKeys() {
    return 2_000;
  }

  @Override
  public int times(int inMemory) {
    return inMemory / Integer.getInteger("throttlex.slowness", 16);
  }
}
