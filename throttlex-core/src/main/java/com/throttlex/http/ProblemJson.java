package com.throttlex.http;

import com.throttlex.TimeSource;
import java.time.temporal.ChronoUnit;
import java.util.List;

/**
 * Writes an error that is not a denial as a problem (RFC 9457).
 *
 * <p>{@code title} and {@code error} follow from the status. {@code message} repeats {@code detail}
 * for clients that use the older name. A 503 has the registered type of temporarily reduced
 * capacity; all others are {@code about:blank}.
 */
public final class ProblemJson {
  /** The media type of problems. */
  public static final String MEDIA_TYPE = "application/problem+json";

  private ProblemJson() {}

  /** Returns a problem with that status and time, in nanoseconds since the epoch. */
  public static String body(int status, String detail, long nowNanos) {
    return body(status, detail, nowNanos, List.of());
  }

  /** Returns a problem that lists several single problems in {@code problems}, if there are any. */
  public static String body(int status, String detail, long nowNanos, List<String> problems) {
    JsonWriter json = new JsonWriter().beginObject();
    ProblemType type = status == 503 ? ProblemType.REDUCED_CAPACITY : ProblemType.BLANK;
    members(json, type, status, detail, detail, nowNanos);
    if (!problems.isEmpty()) {
      json.beginArray("problems");
      problems.forEach(json::element);
      json.endArray();
    }
    return json.endObject().toString();
  }

  static void members(
      JsonWriter json, ProblemType type, int status, String detail, String message, long nowNanos) {
    json.member("type", type.uri())
        .member("title", type.title(status))
        .member("status", status)
        .member("detail", detail)
        .member("error", ProblemType.phrase(status))
        .member("message", message)
        .member("timestamp", timestamp(nowNanos));
  }

  private static String timestamp(long nowNanos) {
    return TimeSource.instant(nowNanos).truncatedTo(ChronoUnit.MILLIS).toString();
  }
}
