package com.throttlex.benchmarks.redis;

import com.throttlex.SystemTime;
import com.throttlex.TimeSource;
import com.throttlex.key.Key;
import com.throttlex.redis.Redis;
import com.throttlex.redis.RedisStore;
import com.throttlex.shared.Coalescer;
import com.throttlex.shared.CoalescerSettings;
import com.throttlex.shared.DenyCache;
import com.throttlex.shared.Guard;
import com.throttlex.shared.GuardListener;
import com.throttlex.shared.GuardSettings;
import com.throttlex.shared.Leases;
import com.throttlex.shared.Nodes;
import com.throttlex.shared.SchedulerThread;
import com.throttlex.store.Store;
import com.throttlex.store.StoreUnavailableException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;

/** A store in Redis with the layers that a node puts in front of it. */
record RedisStoreNode(Store store, TimeSource time, Redis redis, SchedulerThread scheduler)
    implements AutoCloseable {
  /** Longer than in practice: a busy machine must not open the circuit. */
  private static final String TIMEOUT = "?timeout=2s";

  private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(10);

  /** Creates the layers for strict rules. */
  static RedisStoreNode strict(String url) {
    Redis redis = Redis.open(url + TIMEOUT);
    TimeSource time = new SystemTime();
    SchedulerThread scheduler = new SchedulerThread("node");
    RedisStore store = RedisStore.on(redis);
    awaitConnection(store, time);
    Store gathered = new Coalescer(store, CoalescerSettings.of(redis.timeout()), time, scheduler);
    Store guarded =
        new Guard(
            gathered,
            GuardSettings.of(redis.timeout()),
            Nodes.ALONE,
            time,
            scheduler,
            GuardListener.NONE);
    return new RedisStoreNode(guarded, time, redis, scheduler);
  }

  /** Creates all layers. */
  static RedisStoreNode leased(String url) {
    RedisStoreNode node = strict(url);
    Store leases =
        new Leases(
            node.store, Nodes.ALONE, node.time, node.scheduler, RandomGenerator.getDefault());
    return new RedisStoreNode(
        new DenyCache(leases, node.time), node.time, node.redis, node.scheduler);
  }

  private static void awaitConnection(Store store, TimeSource time) {
    Key key = Key.of("bench|connected", "");
    long start = System.nanoTime();
    while (!answers(store, key, time.nanos())) {
      if (System.nanoTime() - start > PATIENCE_NANOS) {
        throw new IllegalStateException("redis: no connection (expected: one within 10 s)");
      }
      Thread.onSpinWait();
    }
  }

  private static boolean answers(Store store, Key key, long now) {
    try {
      return store.inspect(key, 0, now).toCompletableFuture().join().isEmpty();
    } catch (CompletionException e) {
      if (e.getCause() instanceof StoreUnavailableException) {
        return false;
      }
      throw e;
    }
  }

  @Override
  public void close() {
    store.close();
    scheduler.close();
    redis.close();
  }
}
