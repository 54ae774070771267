package com.throttlex.examples.layers;

import io.vertx.core.Future;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.json.JsonObject;
import org.jspecify.annotations.Nullable;

/** Checks requests with ThrottleX when they enter a layer, and reports their outcome. */
interface Guard {
  /** Admits every request. */
  Guard NONE = (layer, priority) -> Future.succeededFuture(outcome -> {});

  /** Checks a request at a layer; fails if it is denied. */
  Future<Pass> enter(String layer, String priority);

  /** An admitted request in a layer. */
  interface Pass {
    /** Reports the end of the request: {@code success}, {@code failure} or {@code dropped}. */
    void leave(String outcome);
  }

  /** Thrown when a layer sheds a request. */
  final class ShedException extends Exception {
    private static final long serialVersionUID = 1;

    ShedException(String layer) {
      super(layer + " has no capacity left", null, false, false);
    }
  }

  /** Returns a guard that checks with the service at that port of this machine. */
  static Guard by(HttpClient http, int port) {
    return (layer, priority) ->
        post(
                http,
                port,
                "/api/v1/check",
                new JsonObject().put("service", layer).put("priority", priority))
            .compose(
                answer -> {
                  if (!answer.getBoolean("allowed", false)) {
                    return Future.failedFuture(new ShedException(layer));
                  }
                  String reservation = answer.getString("reservation");
                  return Future.succeededFuture(
                      outcome -> settle(http, port, reservation, outcome));
                });
  }

  private static void settle(
      HttpClient http, int port, @Nullable String reservation, String outcome) {
    if (reservation != null) {
      JsonObject settlement = new JsonObject().put("reservation", reservation).put("cost", 1);
      var unused = post(http, port, "/api/v1/settle", settlement.put("outcome", outcome));
    }
  }

  private static Future<JsonObject> post(HttpClient http, int port, String path, JsonObject body) {
    return http.request(HttpMethod.POST, port, "127.0.0.1", path)
        .map(request -> request.putHeader("Content-Type", "application/json"))
        .compose((HttpClientRequest request) -> request.send(body.toBuffer()))
        .compose(response -> response.body())
        .map(JsonObject::new);
  }
}
