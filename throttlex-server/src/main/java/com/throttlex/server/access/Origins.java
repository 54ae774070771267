package com.throttlex.server.access;

import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpHeaders;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Tells requests that a web page of another site makes a browser send. */
public final class Origins {
  private static final String SCHEME_END = "://";

  private Origins() {}

  /**
   * Returns whether the headers name an origin that is not the host they were sent to. A browser
   * names the origin in every request that a page of another site can make with a body.
   *
   * @param authority the host and port that the request was sent to, or null
   */
  public static boolean isForeign(MultiMap headers, @Nullable String authority) {
    String origin = headers.get(HttpHeaders.ORIGIN);
    if (origin == null) {
      return false;
    }
    int end = origin.indexOf(SCHEME_END);
    String host = end < 0 ? "" : origin.substring(end + SCHEME_END.length());
    return authority == null
        || !host.toLowerCase(Locale.ROOT).equals(authority.toLowerCase(Locale.ROOT));
  }
}
