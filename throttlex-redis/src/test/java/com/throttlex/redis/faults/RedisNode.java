package com.throttlex.redis.faults;

import com.throttlex.SystemTime;
import com.throttlex.TimeSource;
import com.throttlex.distributed.faults.Node;
import com.throttlex.redis.Redis;
import com.throttlex.redis.RedisLiveNodes;
import com.throttlex.redis.RedisStore;
import com.throttlex.store.Store;
import com.throttlex.tck.Await;
import java.time.Duration;
import java.util.concurrent.CompletionStage;
import java.util.function.UnaryOperator;

/** Makes nodes that count in Redis, with a connection that is there. */
final class RedisNode {
  /** How long Redis may take unless it is said otherwise. */
  static final Duration TIMEOUT = Duration.ofMillis(50);

  private static final Duration CONNECTED = Duration.ofSeconds(20);

  private RedisNode() {}

  /** A node with the usual timeout that believes to be one of so many. */
  static Node of(String url, int nodes) {
    return node(url, TIMEOUT, nodes, new SystemTime(), UnaryOperator.identity());
  }

  /** The same, with a timeout that even a busy machine keeps while Redis is well. */
  static Node unhurried(String url) {
    Duration timeout = Duration.ofMillis(500);
    String slow = url + "?timeout=" + timeout.toMillis() + "ms";
    return node(slow, timeout, 1, new SystemTime(), UnaryOperator.identity());
  }

  /** A node for which Redis is never too slow. */
  static Node patient(String url, int nodes, TimeSource time) {
    return patient(url, nodes, time, UnaryOperator.identity());
  }

  /** The same with something between what leases and what guards. */
  static Node patient(String url, int nodes, TimeSource time, UnaryOperator<Store> between) {
    return node(url, Node.PATIENT, nodes, time, between);
  }

  private static Node node(
      String url, Duration timeout, int nodes, TimeSource time, UnaryOperator<Store> between) {
    Redis redis = Redis.open(url, timeout);
    // What fails before the connection is there would count against Redis.
    RedisLiveNodes beats = new RedisLiveNodes(redis, "node");
    Await.until(CONNECTED, "a connection", () -> succeeds(beats.beat()));
    return new Node(RedisStore.on(redis), timeout, nodes, time, between, redis::close);
  }

  private static boolean succeeds(CompletionStage<?> stage) {
    return stage.handle((done, failure) -> failure == null).toCompletableFuture().join();
  }
}
