package com.throttlex.server.access;

import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpHeaders;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads the id of a request, which names it in the log. */
public final class RequestIds {
  private static final CharSequence HEADER = HttpHeaders.createOptimized("x-request-id");
  private static final Pattern FORM = Pattern.compile("[A-Za-z0-9._-]{1,64}");

  private RequestIds() {}

  /** Returns the request id of the headers; null if it is missing or not fit for a log. */
  public static @Nullable String of(MultiMap headers) {
    String sent = headers.get(HEADER);
    return sent != null && FORM.matcher(sent).matches() ? sent : null;
  }
}
