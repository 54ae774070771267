package com.throttlex.server.admin;

import com.throttlex.http.ProblemJson;
import io.vertx.core.json.JsonObject;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * An answer to the client.
 *
 * @param type the media type of the body, empty when there is none
 */
public record AdminAnswer(int status, String type, String body, Map<String, String> headers) {
  public static final String JSON = "application/json";

  public static AdminAnswer json(int status, JsonObject body) {
    return new AdminAnswer(status, JSON, body.encode(), Map.of());
  }

  public static AdminAnswer ok(JsonObject body) {
    return json(200, body);
  }

  public static AdminAnswer text(String type, String body) {
    return new AdminAnswer(200, type, body, Map.of());
  }

  public static AdminAnswer empty(int status) {
    return new AdminAnswer(status, "", "", Map.of());
  }

  static AdminAnswer problem(int status, String detail, List<String> problems, long nowNanos) {
    String body = ProblemJson.body(status, detail, nowNanos, problems);
    return new AdminAnswer(status, ProblemJson.MEDIA_TYPE, body, Map.of());
  }

  /** Returns this answer with one more header. */
  public AdminAnswer with(String name, String value) {
    return with(Map.of(name, value));
  }

  /** Returns this answer with more headers. */
  public AdminAnswer with(Map<String, String> more) {
    Map<String, String> all = new LinkedHashMap<>(headers);
    all.putAll(more);
    return new AdminAnswer(status, type, body, all);
  }
}
