package com.throttlex.server.admin;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;

/** Shows the keys with the most requests and the most denials. */
public final class TopRoute {
  private static final int MOST = 100;
  private static final int USUAL = 10;

  private final TopKeys top;

  TopRoute(AdminServices parts) {
    top = parts.top();
  }

  AdminAnswer report(AdminCall call) {
    TopReport report = top.report((int) call.query("n").number("n", 1, MOST, USUAL));
    return AdminAnswer.ok(
        new JsonObject()
            .put("since", report.since().toString())
            .put("heaviest", json(report.heaviest()))
            .put("mostDenied", json(report.mostDenied())));
  }

  public static JsonArray json(List<TopKey> keys) {
    JsonArray all = new JsonArray();
    for (TopKey key : keys) {
      all.add(
          new JsonObject()
              .put("key", key.key())
              .put("rule", key.rule())
              .put("allowed", key.allowed())
              .put("denied", key.denied()));
    }
    return all;
  }
}
