package com.throttlex.examples.layers;

import io.vertx.core.Future;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.json.JsonObject;
import org.jspecify.annotations.Nullable;

/** Asks ThrottleX at the entrance of a layer, and tells it at the exit how things went. */
interface Guard {
  /** Lets everything pass. */
  Guard NONE = (layer, priority) -> Future.succeededFuture(outcome -> {});

  /** A way through a layer; fails when there is none. */
  Future<Pass> enter(String layer, String priority);

  /** A request that is in a layer. */
  interface Pass {
    /** It leaves: {@code success}, {@code failure} or {@code dropped}. */
    void leave(String outcome);
  }

  /** A request that a layer did not take. */
  final class ShedException extends Exception {
    private static final long serialVersionUID = 1;

    ShedException(String layer) {
      super(layer + " has no capacity left", null, false, false);
    }
  }

  /** Asks the service at that port of this machine. */
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
