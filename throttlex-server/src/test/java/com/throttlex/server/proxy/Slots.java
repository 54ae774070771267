package com.throttlex.server.proxy;

import com.throttlex.server.RunningServer;
import com.throttlex.tck.Await;
import io.vertx.core.json.JsonObject;

/** The slots of a concurrency rule whose key is the service. */
final class Slots {
  private Slots() {}

  /** Waits until all slots of a route are free. */
  static void awaitFree(RunningServer server, String route, int slots) {
    String body = new JsonObject().put("service", route).put("cost", 0).encode();
    Await.until(
        "all slots are free", () -> server.check(body).json().getLong("remaining", 0L) == slots);
  }
}
