package com.throttlex.examples.layers;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.util.ArrayDeque;
import java.util.Queue;

/**
 * The database of orders: some connections, and an unbounded queue for them.
 *
 * <p>A queued query is executed even if its client has disconnected.
 */
final class Orders {
  private final Vertx vertx;
  private final int connections;
  private final Queue<Promise<Void>> waiting = new ArrayDeque<>();
  private long queryMillis;
  private int busy;
  private int longest;
  private long done;

  Orders(Vertx vertx, int connections, long queryMillis) {
    this.vertx = vertx;
    this.connections = connections;
    this.queryMillis = queryMillis;
  }

  synchronized Future<Void> query() {
    Promise<Void> promise = Promise.promise();
    waiting.add(promise);
    longest = Math.max(longest, waiting.size());
    next();
    return promise.future();
  }

  private synchronized void next() {
    if (busy < connections && !waiting.isEmpty()) {
      busy++;
      Promise<Void> query = waiting.remove();
      vertx.setTimer(queryMillis, timer -> end(query));
    }
  }

  private void end(Promise<Void> query) {
    synchronized (this) {
      busy--;
      done++;
    }
    query.complete();
    next();
  }

  /** Sets the time of a query. */
  synchronized void takes(long millis) {
    queryMillis = millis;
  }

  /** Returns the number of completed queries. */
  synchronized long done() {
    return done;
  }

  /** Returns the longest queue since the previous call. */
  synchronized int longestQueue() {
    int was = longest;
    longest = waiting.size();
    return was;
  }
}
