package com.throttlex.redis;

import com.throttlex.store.StoreUnavailableException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;

/** A connection for tests of queues, which waits until it is there. */
final class QueueLab {
  private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(30);

  private QueueLab() {}

  /** Connects with a timeout that a busy machine keeps. */
  static Redis connect(String url) {
    Redis redis = Redis.open(url + "?timeout=5s");
    long deadline = System.nanoTime() + PATIENCE_NANOS;
    while (!answers(redis)) {
      if (System.nanoTime() - deadline > 0) {
        redis.close();
        throw new AssertionError("no connection to " + url);
      }
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(5));
    }
    return redis;
  }

  /** Asks for keys of many slots: each node of a Cluster has a connection of its own. */
  private static boolean answers(Redis redis) {
    try {
      for (int i = 0; i < 50; i++) {
        String key = "throttlex:test:" + i;
        get(redis.ask(to -> to.get(key)));
      }
      return true;
    } catch (StoreUnavailableException e) {
      return false;
    }
  }

  static <T> T get(CompletionStage<T> stage) {
    try {
      return stage.toCompletableFuture().get(30, TimeUnit.SECONDS);
    } catch (ExecutionException e) {
      throw e.getCause() instanceof RuntimeException cause ? cause : new CompletionException(e);
    } catch (InterruptedException | TimeoutException e) {
      throw new AssertionError(e);
    }
  }
}
