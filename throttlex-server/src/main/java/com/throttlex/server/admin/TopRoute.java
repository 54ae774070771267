package com.throttlex.server.admin;

import com.throttlex.BlockStatus;
import com.throttlex.ThrottleX;
import com.throttlex.rule.CompiledRule;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Shows the keys with the most requests and the most denials. */
public final class TopRoute {
  private static final int MOST = 100;
  private static final int USUAL = 10;

  private final TopKeys top;
  private final ThrottleX throttlex;

  TopRoute(AdminServices parts) {
    throttlex = parts.throttlex();
    top = parts.top();
  }

  AdminAnswer report(AdminCall call) {
    QueryText query = call.query("n", "rule");
    int n = (int) query.number("n", 1, MOST, USUAL);
    TopReport report = top.report(n, query.text("rule"));
    return AdminAnswer.ok(
        new JsonObject()
            .put("since", report.since().toString())
            .put("heaviest", shown(report.heaviest()))
            .put("mostDenied", shown(report.mostDenied()))
            .put("mostShadowDenied", shown(report.mostShadowDenied())));
  }

  private JsonArray shown(List<TopKey> keys) {
    JsonArray all = json(keys);
    for (int i = 0; i < keys.size(); i++) {
      BlockStatus block = block(keys.get(i));
      if (block != null) {
        all.getJsonObject(i).put("block", KeyRoutes.json(block));
      }
    }
    return all;
  }

  /** Returns the block of a key; null if its rule does not block, or is no longer in force. */
  private @Nullable BlockStatus block(TopKey key) {
    CompiledRule rule = throttlex.rules().rule(key.rule());
    if (rule == null || rule.block() == null) {
      return null;
    }
    try {
      return throttlex.block(key.key());
    } catch (IllegalArgumentException e) {
      return null; // the rule has another key since
    }
  }

  public static JsonArray json(List<TopKey> keys) {
    JsonArray all = new JsonArray();
    for (TopKey key : keys) {
      all.add(
          new JsonObject()
              .put("key", key.key())
              .put("rule", key.rule())
              .put("allowed", key.allowed())
              .put("denied", key.denied())
              .put("shadowDenied", key.shadowDenied()));
    }
    return all;
  }
}
