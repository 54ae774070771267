package com.throttlex.examples.layers;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerRequest;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Function;

/**
 * A gateway in front of an API server in front of a database; each layer checks a request before it
 * accepts it.
 */
final class Shop {
  private static final String PRIORITY = "X-Priority";

  private final HttpClient http;
  private final Guard guard;
  private final Orders orders;
  private final HttpServer gateway;
  private final HttpServer api;
  private final LongAdder shedAtGateway = new LongAdder();
  private final LongAdder shedBehind = new LongAdder();

  private Shop(Vertx vertx, HttpClient http, Guard guard, Orders orders) {
    this.http = http;
    this.guard = guard;
    this.orders = orders;
    api = vertx.createHttpServer().requestHandler(request -> answer(request, this::order));
    gateway = vertx.createHttpServer().requestHandler(request -> answer(request, this::forward));
  }

  static Future<Shop> open(Vertx vertx, HttpClient http, Guard guard, Orders orders) {
    Shop shop = new Shop(vertx, http, guard, orders);
    return shop.api
        .listen(0, "127.0.0.1")
        .compose(listening -> shop.gateway.listen(0, "127.0.0.1"))
        .map(shop);
  }

  int port() {
    return gateway.actualPort();
  }

  /** The gateway: forwards a request to the API server. */
  private Future<Integer> forward(String priority) {
    return through("gateway", priority, () -> askApi(priority))
        .onFailure(
            failure -> {
              if (failure instanceof Guard.ShedException) {
                shedAtGateway.increment();
              }
            });
  }

  private Future<Integer> askApi(String priority) {
    return http.request(HttpMethod.GET, api.actualPort(), "127.0.0.1", "/orders")
        .compose(request -> request.putHeader(PRIORITY, priority).send())
        .map(response -> response.statusCode())
        .onSuccess(
            status -> {
              if (status == 503) {
                shedBehind.increment();
              }
            });
  }

  /** Returns how many orders the gateway has shed since the previous call. */
  long shedAtGateway() {
    return shedAtGateway.sumThenReset();
  }

  /** Returns how many orders the layers behind it have shed since the previous call. */
  long shedBehind() {
    return shedBehind.sumThenReset();
  }

  /** The API server: queries the database. */
  private Future<Integer> order(String priority) {
    return through(
        "order-api",
        priority,
        () -> through("orders-db", priority, () -> orders.query().map(done -> 200)));
  }

  private interface Work {
    Future<Integer> begin();
  }

  private Future<Integer> through(String layer, String priority, Work work) {
    return guard
        .enter(layer, priority)
        .compose(
            pass ->
                work.begin()
                    .onComplete(
                        done -> pass.leave(done.failed() ? outcome(done.cause()) : "success")));
  }

  private static String outcome(Throwable cause) {
    return cause instanceof Guard.ShedException ? "dropped" : "failure";
  }

  private static void answer(HttpServerRequest request, Function<String, Future<Integer>> handler) {
    String priority = request.getHeader(PRIORITY);
    handler
        .apply(priority == null ? "normal" : priority)
        .otherwise(failure -> failure instanceof Guard.ShedException ? 503 : 500)
        .onSuccess(status -> request.response().setStatusCode(status).end());
  }
}
