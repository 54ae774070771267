package com.throttlex.server.admin;

import com.throttlex.http.ProblemJson;
import io.vertx.core.json.JsonObject;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What goes back to the client.
 *
 * @param type the media type of the body, empty when there is none
 */
record Answer(int status, String type, String body, Map<String, String> headers) {
  static final String JSON = "application/json";

  static Answer json(int status, JsonObject body) {
    return new Answer(status, JSON, body.encode(), Map.of());
  }

  static Answer ok(JsonObject body) {
    return json(200, body);
  }

  static Answer text(String type, String body) {
    return new Answer(200, type, body, Map.of());
  }

  static Answer empty(int status) {
    return new Answer(status, "", "", Map.of());
  }

  static Answer problem(int status, String detail, List<String> problems, long nowNanos) {
    String body = ProblemJson.body(status, detail, nowNanos, problems);
    return new Answer(status, ProblemJson.MEDIA_TYPE, body, Map.of());
  }

  /** This answer with one more header. */
  Answer with(String name, String value) {
    return with(Map.of(name, value));
  }

  /** This answer with more headers. */
  Answer with(Map<String, String> more) {
    Map<String, String> all = new LinkedHashMap<>(headers);
    all.putAll(more);
    return new Answer(status, type, body, all);
  }
}
