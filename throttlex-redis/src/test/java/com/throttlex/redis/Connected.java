package com.throttlex.redis;

import com.throttlex.tck.Await;

/** Connections that are ready when a test begins. */
final class Connected {
  private Connected() {}

  static Redis to(String url) {
    Redis redis = Redis.open(url);
    try {
      Await.until("a connection to " + url, () -> answers(redis));
      return redis;
    } catch (AssertionError e) {
      redis.close();
      throw e;
    }
  }

  private static boolean answers(Redis redis) {
    return redis.ask(to -> to.ping()).toCompletableFuture().handle((pong, e) -> e == null).join();
  }
}
