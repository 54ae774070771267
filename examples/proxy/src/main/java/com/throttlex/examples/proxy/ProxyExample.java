package com.throttlex.examples.proxy;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.util.concurrent.TimeUnit;

/**
 * Sends four times as many requests to an application as it can serve: first to the application
 * itself, then through the proxy of ThrottleX.
 */
public final class ProxyExample {
  /** The requests per second. */
  static final int LOAD = 4 * SlowApp.CAPACITY;

  /** The head of the table. */
  static final String HEAD =
      String.format(
          "%-20s %8s %16s %10s %10s %11s %18s",
          "per second", "sent", "served in time", "denied", "too late", "goodput", "of the others");

  private ProxyExample() {}

  /** Takes the port of the application to start, and the port of a proxy in front of it. */
  public static void main(String[] args) throws IOException {
    int port = args.length > 0 ? Integer.parseInt(args[0]) : 9000;
    int proxy = args.length > 1 ? Integer.parseInt(args[1]) : 8000;
    // Each has an application of its own: the first one still works on its queue.
    try (SlowApp alone = SlowApp.start(0);
        SlowApp behind = SlowApp.start(port)) {
      System.out.printf("application on port %d, proxy on port %d%n", behind.port(), proxy);
      System.out.println(HEAD);
      System.out.printf("%-20s %s%n", "without ThrottleX", measure(alone.port(), 10_000));
      System.out.printf("%-20s %s%n", "through the proxy", measure(proxy, 10_000));
    }
  }

  /** Sends the load to a port: two seconds until queues have filled, and then the time. */
  static Visitors.Tally measure(int port, long millis) {
    Vertx vertx = Vertx.vertx();
    try {
      Visitors visitors = new Visitors(vertx, port);
      join(visitors.come(LOAD, 2000));
      return join(visitors.come(LOAD, millis));
    } finally {
      join(vertx.close());
    }
  }

  private static <T> T join(Future<T> future) {
    return future.toCompletionStage().toCompletableFuture().orTimeout(60, TimeUnit.SECONDS).join();
  }
}
