package com.throttlex.redis;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Connections that are there when a test begins. */
final class Connected {
  private static final long MOST_NANOS = TimeUnit.SECONDS.toNanos(20);

  private Connected() {}

  static Redis to(String url) {
    Redis redis = Redis.open(url);
    long start = System.nanoTime();
    while (!answers(redis)) {
      if (System.nanoTime() - start > MOST_NANOS) {
        redis.close();
        throw new AssertionError("no connection to " + url + " within twenty seconds");
      }
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(5));
    }
    return redis;
  }

  private static boolean answers(Redis redis) {
    return redis.ask(to -> to.ping()).toCompletableFuture().handle((pong, e) -> e == null).join();
  }
}
