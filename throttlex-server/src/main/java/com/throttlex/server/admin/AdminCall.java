package com.throttlex.server.admin;

import com.throttlex.jdbc.Change;
import com.throttlex.request.ShownText;
import com.throttlex.server.access.RequestBody;
import com.throttlex.server.identity.Admin;
import com.throttlex.server.json.StrictJson;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonObject;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A request with its route, after access control.
 *
 * @param variables the decoded variables of the path
 * @param admin the administrator; null on public routes
 */
public record AdminCall(
    Incoming request, Map<String, String> variables, @Nullable Admin admin, Instant now) {
  /** Returns a variable of the path. */
  public String variable(String name) {
    String value = variables.get(name);
    if (value == null) {
      throw new IllegalArgumentException("variable: " + name + " (expected: one of the path's)");
    }
    return value;
  }

  /** Returns the author and time of a change by this call. */
  public Change change() {
    return new Change(actor(), now);
  }

  public String actor() {
    return admin == null ? "anonymous" : admin.name();
  }

  public @Nullable String header(String name) {
    return request.headers().get(name);
  }

  public QueryText query(String... known) {
    return QueryText.parse(request.query(), known);
  }

  public boolean hasBody() {
    Buffer body = request.body();
    return body == null || body.length() > 0;
  }

  /** Returns this call with another body. */
  public AdminCall with(JsonObject body) {
    return new AdminCall(request.with(body.toBuffer()), variables, admin, now);
  }

  /**
   * Returns the body, which must be one JSON object.
   *
   * @throws com.throttlex.request.InvalidRequestException when it is something else
   */
  public JsonObject json() {
    return StrictJson.object(text());
  }

  /** Returns the text of the body, which must be JSON. */
  public String text() {
    Buffer body = body();
    String type = header("Content-Type");
    if (type != null && body.length() > 0 && !RequestBody.isJson(type)) {
      throw new ProblemException(
          415, "Content-Type: " + ShownText.quoted(type) + " (expected: " + RequestBody.JSON + ")");
    }
    return utf8(body, "a JSON object in UTF-8");
  }

  /** Returns the text of the body if it is YAML, or null. */
  @Nullable String yaml() {
    return YamlType.is(header("Content-Type")) ? utf8(body(), "YAML in UTF-8") : null;
  }

  private Buffer body() {
    Buffer body = request.body();
    if (body == null) {
      String most = request.mostBytes() + " bytes";
      throw new ProblemException(413, "body: too large (expected: at most " + most + ")");
    }
    return body;
  }

  private static String utf8(Buffer body, String expected) {
    String text = PercentText.utf8(body.getBytes());
    if (text == null) {
      throw new ProblemException(400, "body: not UTF-8 (expected: " + expected + ")");
    }
    return text;
  }
}
