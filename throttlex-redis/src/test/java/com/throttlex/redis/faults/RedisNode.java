package com.throttlex.redis.faults;

import com.throttlex.SystemTime;
import com.throttlex.TimeSource;
import com.throttlex.redis.Redis;
import com.throttlex.redis.RedisLiveNodes;
import com.throttlex.redis.RedisStore;
import com.throttlex.shared.faults.Node;
import com.throttlex.store.Store;
import com.throttlex.tck.Await;
import java.time.Duration;
import java.util.concurrent.CompletionStage;
import java.util.function.UnaryOperator;

/** Creates nodes with counters in Redis, which are connected. */
final class RedisNode {
  /** The default timeout of Redis. */
  static final Duration TIMEOUT = Duration.ofMillis(50);

  private static final Duration CONNECTED = Duration.ofSeconds(20);

  private RedisNode() {}

  /** Creates a node with the usual timeout that counts that many nodes. */
  static Node of(String url, int nodes) {
    return node(url, TIMEOUT, nodes, new SystemTime(), UnaryOperator.identity());
  }

  /** Creates a node with a timeout that holds even on a busy machine. */
  static Node unhurried(String url) {
    Duration timeout = Duration.ofMillis(500);
    String slow = url + "?timeout=" + timeout.toMillis() + "ms";
    return node(slow, timeout, 1, new SystemTime(), UnaryOperator.identity());
  }

  /** Creates a node for which Redis never times out. */
  static Node patient(String url, int nodes, TimeSource time) {
    return patient(url, nodes, time, UnaryOperator.identity());
  }

  /** Creates such a node with a layer between the leases and the guard. */
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
