package com.throttlex.examples.layers;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.http.PoolOptions;
import java.util.concurrent.TimeUnit;

/**
 * Sends five times as many orders to the shop as it can serve, and then slows its database down:
 * once without ThrottleX, and once with it.
 */
public final class Layers {
  /** The database serves 200 orders a second: 40 connections, and 200 ms a query. */
  static final int CONNECTIONS = 40;

  static final long QUERY_MILLIS = 200;
  static final int CAPACITY = 200;
  private static final int CROWD = 5 * CAPACITY;

  private final Vertx vertx = Vertx.vertx();
  private final HttpClient http;
  private final Orders orders;
  private final Shop shop;
  private final Crowd crowd;

  /**
   * The result of a run under overload.
   *
   * @param useful orders that were served in time, as a part of the database's capacity
   * @param high the part of the high orders that were served
   * @param low the part of the low ones
   */
  record Result(
      double useful,
      double high,
      double low,
      int longestQueue,
      long shedAtGateway,
      long shedBehind,
      String tallies) {
    @Override
    public String toString() {
      return String.format(
          "useful orders: %.0f %% of capacity; longest queue at the database: %d;"
              + " shed by the gateway: %d, behind it: %d%n%s",
          100 * useful, longestQueue, shedAtGateway, shedBehind, tallies);
    }
  }

  private Layers(int port) {
    HttpClientOptions options =
        new HttpClientOptions()
            .setProtocolVersion(HttpVersion.HTTP_2)
            .setHttp2ClearTextUpgrade(false);
    http = vertx.createHttpClient(options, new PoolOptions().setHttp2MaxSize(100));
    orders = new Orders(vertx, CONNECTIONS, QUERY_MILLIS);
    Guard guard = port == 0 ? Guard.NONE : Guard.by(http, port);
    shop = join(Shop.open(vertx, http, guard, orders));
    crowd = new Crowd(vertx, http, shop.port());
  }

  /** Creates a shop that uses the ThrottleX service at that port; without limits for port 0. */
  static Layers open(int port) {
    return new Layers(port);
  }

  static <T> T join(Future<T> future) {
    return future.toCompletionStage().toCompletableFuture().orTimeout(60, TimeUnit.SECONDS).join();
  }

  /** Sends as many orders as can be served, so that all code has run once. */
  void open() {
    join(crowd.come(CAPACITY, 3000));
  }

  /** Sends five times as many orders as can be served. */
  Result crowded(long millis) {
    return measured(millis, CAPACITY);
  }

  /** Does the same while queries take four times as long. */
  Result slowDatabase(long millis) {
    orders.takes(4 * QUERY_MILLIS);
    Result result = measured(millis, CAPACITY / 4);
    orders.takes(QUERY_MILLIS);
    return result;
  }

  private Result measured(long millis, int capacity) {
    crowd.forget();
    orders.longestQueue();
    shop.shedAtGateway();
    shop.shedBehind();
    join(crowd.come(CROWD, millis));
    return new Result(
        crowd.served() / (capacity * millis / 1000.0),
        crowd.tally("high").servedPart(),
        crowd.tally("low").servedPart(),
        orders.longestQueue(),
        shop.shedAtGateway(),
        shop.shedBehind(),
        crowd.toString());
  }

  void close() {
    join(vertx.close());
  }

  /** Takes the port of a ThrottleX service that has the rules of this example. */
  public static void main(String[] args) {
    int port = args.length > 0 ? Integer.parseInt(args[0]) : 8080;
    for (int asked : new int[] {0, port}) {
      Layers shop = open(asked);
      System.out.println(asked == 0 ? "== without ThrottleX" : "== with ThrottleX");
      shop.open();
      for (int i = 1; i <= 4; i++) {
        System.out.println("five times as many orders as can be served: " + shop.crowded(10_000));
      }
      for (int i = 1; i <= 2; i++) {
        System.out.println("the same with a slow database: " + shop.slowDatabase(10_000));
      }
      shop.close();
    }
  }
}
