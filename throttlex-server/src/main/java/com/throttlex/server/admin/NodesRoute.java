package com.throttlex.server.admin;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;

/** Shows this node, and the proxies that decide with units from it. */
final class NodesRoute {
  private final AdminServices parts;

  NodesRoute(AdminServices parts) {
    this.parts = parts;
  }

  AdminAnswer list(AdminCall call) {
    JsonArray proxies = new JsonArray();
    parts.proxies().get().forEach(proxy -> proxies.add(proxy.json()));
    JsonObject node = new JsonObject().put("version", parts.version()).put("proxies", proxies);
    return AdminAnswer.ok(new JsonObject().put("nodes", new JsonArray().add(node)));
  }
}
