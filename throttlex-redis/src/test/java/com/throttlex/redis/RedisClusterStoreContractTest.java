package com.throttlex.redis;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.algorithm.Algorithm;
import com.throttlex.algorithm.Limit;
import com.throttlex.algorithm.Rate;
import com.throttlex.key.Key;
import com.throttlex.store.Charges;
import com.throttlex.store.Store;
import com.throttlex.tck.StoreContract;
import com.throttlex.tck.servers.RedisCluster;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class RedisClusterStoreContractTest extends StoreContract {
  private static final long NOW = 1_700_000_000_000_000_000L;

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

  /** Across slots a request can be seen half, so here the two counters are one subject's. */
  @Override
  @Test
  public void requests_fromManyThreads_areNeverSeenHalf() {
    Limit limit = Limit.of(Algorithm.FIXED_WINDOW, Rate.parse("1000000/1h"));
    List<Key> keys = List.of(Key.of("left|user=one", "one"), Key.of("right|user=one", "one"));
    time.set(NOW);
    ExecutorService threads = Executors.newFixedThreadPool(8);
    try (Store store = createStore()) {
      List<CompletableFuture<Integer>> uneven = new ArrayList<>();
      for (int thread = 0; thread < 8; thread++) {
        boolean looks = thread % 2 == 0;
        uneven.add(CompletableFuture.supplyAsync(() -> uneven(store, keys, limit, looks), threads));
      }
      for (CompletableFuture<Integer> one : uneven) {
        assertThat(one.orTimeout(60, TimeUnit.SECONDS).join()).isZero();
      }
    } finally {
      threads.shutdownNow();
    }
  }

  /** Charges both counters or looks at both, and returns how often they were seen to differ. */
  private static int uneven(Store store, List<Key> keys, Limit limit, boolean looks) {
    Charges charges = new Charges();
    int uneven = 0;
    for (int i = 0; i < 1000; i++) {
      charges.start(NOW);
      if (looks) {
        charges.dryRun();
      }
      keys.forEach(key -> charges.add(key, 0, limit, 1));
      store.decide(charges).toCompletableFuture().join();
      uneven += charges.get(0).remaining() == charges.get(1).remaining() ? 0 : 1;
    }
    return uneven;
  }

  @Override
  public String kept() {
    return keptKeys.read(cluster.nodes());
  }

  @Override
  public int traces() {
    return Integer.getInteger("throttlex.traces", 25);
  }

  @Override
  public int adversarialKeys() {
    return 5_000;
  }

  @Override
  public int times(int inMemory) {
    return inMemory / Integer.getInteger("throttlex.slowness", 4);
  }
}
