package com.throttlex.redis;

import com.throttlex.store.StoreUnavailableException;
import com.throttlex.tck.Await;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Connections for tests of queues. */
final class QueueLab {
  private QueueLab() {}

  /** Waits until Redis answers; the timeout is long enough for a busy machine. */
  static Redis connect(String url) {
    Redis redis = Redis.open(url + "?timeout=5s");
    try {
      Await.until("a connection to " + url, () -> answers(redis));
      return redis;
    } catch (AssertionError e) {
      redis.close();
      throw e;
    }
  }

  /** Reads keys of many hash slots, because each node of a Cluster has its own connection. */
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
