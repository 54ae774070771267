package com.throttlex.server.access;

import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.net.HostAndPort;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Recognises requests that a web page of another site makes a browser send. */
public final class Origins {
  private static final String SCHEME_END = "://";

  private Origins() {}

  /**
   * Returns whether the request comes from a page of another site: its {@code Origin} is not the
   * host that it was sent to. Browsers send {@code Origin} with every such request that has a body.
   *
   * @param authority the host and port that the request was sent to, or null
   */
  public static boolean isForeign(MultiMap headers, @Nullable String authority) {
    String origin = headers.get(HttpHeaders.ORIGIN);
    if (origin == null) {
      return false;
    }
    int end = origin.indexOf(SCHEME_END);
    String scheme = end < 0 ? "" : origin.substring(0, end);
    String host = end < 0 ? "" : origin.substring(end + SCHEME_END.length());
    return authority == null || !plain(scheme, host).equals(plain(scheme, authority));
  }

  /** Returns the host and port that a request was sent to, or null without a valid one. */
  public static @Nullable String authority(HttpServerRequest request) {
    try {
      HostAndPort authority = request.authority();
      return authority == null ? null : authority.toString();
    } catch (IndexOutOfBoundsException e) { // Vert.x fails on a host that ends in half an escape
      return null;
    }
  }

  /** Returns a host in one spelling: lower case, without the default port of its scheme. */
  private static String plain(String scheme, String host) {
    String usual = scheme.equals("https") ? ":443" : ":80";
    String lower = host.toLowerCase(Locale.ROOT);
    return lower.endsWith(usual) ? lower.substring(0, lower.length() - usual.length()) : lower;
  }
}
