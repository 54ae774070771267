package com.throttlex.server.backend;

import com.throttlex.TimeSource;
import com.throttlex.algorithm.Algorithm;
import com.throttlex.algorithm.Limit;
import com.throttlex.algorithm.Rate;
import com.throttlex.distributed.BreakerState;
import com.throttlex.distributed.SharedStore;
import com.throttlex.key.Key;
import com.throttlex.micrometer.MeteredStore;
import com.throttlex.queue.OverflowQueue;
import com.throttlex.queue.QueueLimits;
import com.throttlex.redis.Redis;
import com.throttlex.redis.RedisQueue;
import com.throttlex.redis.RedisRuleCache;
import com.throttlex.redis.RedisStore;
import com.throttlex.redis.RuleCache;
import com.throttlex.store.Charges;
import com.throttlex.store.Store;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Counters and queues in Redis, shared with other nodes. */
final class RedisBackend implements Backend {
  private static final Logger LOG = LoggerFactory.getLogger(RedisBackend.class);

  /** How long a start waits for Redis before it goes on without. */
  private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(2);

  private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(20);
  private static final int QUESTIONS = 50;

  private final TimeSource time;
  private final Redis redis;
  private final Pulse pulse;
  private final SharedStore counters;
  private final Store metered;
  private final OverflowQueue queue;

  /** Begins to connect, and waits a moment for it. */
  RedisBackend(String url, MeterRegistry registry, TimeSource time) {
    this.time = time;
    redis = Redis.open(url);
    pulse = new Pulse(redis);
    RedisStore remote = RedisStore.on(redis);
    counters =
        new SharedStore(remote, redis.timeout(), pulse::live, time, new StoreMetrics(registry));
    metered = new MeteredStore(counters, "redis", registry, System::nanoTime, 1);
    Gauge.builder("throttlex.nodes", pulse, Pulse::live)
        .description("Nodes that share the store")
        .register(registry);
    queue = new RedisQueue(redis, QueueLimits.DEFAULT);
    awaitRedis(remote);
  }

  private void awaitRedis(RedisStore remote) {
    long start = time.nanos();
    while (!pulse.beat().toCompletableFuture().join()) {
      if (time.nanos() - start > PATIENCE_NANOS) {
        LOG.warn(
            "store: Redis does not answer ({}); until it does, the rules' failure modes hold",
            pulse.trouble());
        return;
      }
      LockSupport.parkNanos(PAUSE_NANOS);
    }
    for (int i = 0; i < QUESTIONS; i++) {
      ask(remote);
    }
  }

  /** Asks something, so that the first request does not find everything cold. */
  private void ask(Store remote) {
    Charges charges = new Charges().start(time.nanos()).dryRun();
    Limit limit = Limit.of(Algorithm.TOKEN_BUCKET, Rate.parse("1/1s"));
    charges.add(Key.of("throttlex|start", "throttlex"), 0, limit, 1);
    remote.decide(charges).toCompletableFuture().exceptionally(failure -> null).join();
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
  public void tick() {
    var unused = pulse.beat();
  }

  @Override
  public Condition condition() {
    BreakerState breaker = counters.state();
    String reason = pulse.trouble();
    String problem =
        breaker == BreakerState.CLOSED && reason == null
            ? ""
            : "Redis gives no answers, and the rules' failure modes hold"
                + (reason == null ? "" : ": " + reason);
    Map<String, Object> details =
        Map.of("breaker", breaker.name().toLowerCase(Locale.ROOT), "nodes", pulse.live());
    return new Condition("redis", problem, details);
  }

  @Override
  public void close() {
    queue.close();
    pulse.leave();
    redis.close();
  }
}
