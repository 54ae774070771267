package com.throttlex.server.live;

import io.vertx.core.json.JsonObject;

/** The numbers that the live events show. */
public interface LiveSource {
  /** Returns the decisions since the start; must not block. */
  LiveTraffic traffic();

  /** Returns further members of the events, such as the health of the service; may block. */
  JsonObject details();
}
