package com.throttlex.server.backend;

import com.throttlex.TimeSource;
import com.throttlex.distributed.Pulse;
import com.throttlex.distributed.SharedCounters;
import com.throttlex.micrometer.MeteredStore;
import com.throttlex.micrometer.StoreMetrics;
import com.throttlex.queue.OverflowQueue;
import com.throttlex.queue.QueueLimits;
import com.throttlex.redis.Redis;
import com.throttlex.redis.RedisLiveNodes;
import com.throttlex.redis.RedisNotes;
import com.throttlex.redis.RedisQueue;
import com.throttlex.redis.RedisRuleCache;
import com.throttlex.redis.RedisStore;
import com.throttlex.redis.RuleCache;
import com.throttlex.store.Notes;
import com.throttlex.store.Store;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Counters and queues in Redis, shared with other nodes. */
final class RedisBackend implements Backend {
  private static final Logger LOG = LoggerFactory.getLogger(RedisBackend.class);
  private static final String KIND = "redis";

  private final Redis redis;
  private final SharedCounters counters;
  private final Store metered;
  private final OverflowQueue queue;
  private final AtomicBoolean looked = new AtomicBoolean();

  /**
   * Begins to connect, and waits a moment for it.
   *
   * @throws IllegalArgumentException when what is there refuses or cannot be used
   * @throws IllegalStateException when it is required and does not answer
   */
  RedisBackend(BackendSettings settings, MeterRegistry registry, TimeSource time) {
    String url = settings.urls().get(0);
    redis = Redis.open(url);
    RedisLiveNodes nodes = new RedisLiveNodes(redis, UUID.randomUUID().toString());
    Pulse pulse = new Pulse(nodes::beat, nodes::live, nodes::leave, settings.expectedNodes());
    StoreMetrics metrics = new StoreMetrics(registry, KIND, Tags.empty());
    counters =
        new SharedCounters(
            "Redis",
            RedisStore.on(redis),
            redis.timeout(),
            pulse,
            new RedisNotes(redis),
            time,
            metrics);
    metered = new MeteredStore(counters.store(), KIND, registry, System::nanoTime, 1);
    StoreMetrics.nodes(registry, counters::live);
    queue = new RedisQueue(redis, QueueLimits.DEFAULT);
    try {
      FirstAnswer.await(counters, url, () -> false, settings.required(), time, time.nanos());
    } catch (RuntimeException e) {
      metered.close();
      close();
      throw e;
    }
    tick();
  }

  @Override
  public Store store() {
    return metered;
  }

  @Override
  public OverflowQueue queue() {
    return queue;
  }

  @Override
  public RuleCache ruleCache() {
    return new RedisRuleCache(redis);
  }

  @Override
  public Notes notes() {
    return counters.notes();
  }

  @Override
  public void tick() {
    var unused =
        counters
            .beat()
            .thenAccept(
                answered -> {
                  if (answered) {
                    lookAround();
                  }
                });
  }

  /** Says once what is wrong with the way Redis is set up. */
  private void lookAround() {
    if (!looked.getAndSet(true)) {
      var unused =
          redis
              .warnings()
              .whenComplete(
                  (warnings, failure) -> {
                    if (failure != null) {
                      looked.set(false);
                    } else {
                      warnings.forEach(warning -> LOG.warn("store: {}", warning));
                    }
                  });
    }
  }

  @Override
  public Condition condition() {
    Map<String, Object> details = new TreeMap<>(Map.of("nodes", counters.live()));
    Map<String, String> masters = counters.breakers();
    if (masters.isEmpty()) {
      details.put("breaker", counters.breaker());
    } else {
      details.put("breakers", masters);
    }
    return new Condition(KIND, counters.problem(), details);
  }

  @Override
  public void close() {
    queue.close();
    redis.close();
  }
}
