package com.throttlex.proxy;

import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpHeaders;
import java.util.ArrayList;
import java.util.List;

/** The preference {@code respond-async} (RFC 7240): the client prefers a ticket to a wait. */
public final class AsyncPreference {
  private static final CharSequence PREFER = HttpHeaders.createOptimized("prefer");
  private static final String NAME = "respond-async";

  private AsyncPreference() {}

  /**
   * Returns whether an exchange has the preference. WebSockets and gRPC calls need their upstream
   * at once, so they never have it.
   */
  public static boolean isIn(ProxyExchange exchange) {
    MultiMap headers = exchange.headers();
    if (!headers.contains(PREFER)) {
      return false;
    }
    String type = headers.get(HttpHeaders.CONTENT_TYPE);
    return (type == null || !type.startsWith("application/grpc"))
        && !RequestFraming.of(exchange.request()).isUpgrade()
        && preferences(headers).stream().anyMatch(AsyncPreference::isAsync);
  }

  /** Removes the preference from headers; other preferences stay. */
  public static void remove(MultiMap headers) {
    List<String> others = preferences(headers);
    others.removeIf(AsyncPreference::isAsync);
    headers.remove(PREFER);
    if (!others.isEmpty()) {
      headers.set(PREFER, String.join(", ", others));
    }
  }

  private static List<String> preferences(MultiMap headers) {
    List<String> found = new ArrayList<>();
    headers.getAll(PREFER).forEach(value -> split(value, found));
    return found;
  }

  /** Splits a list at its commas, but not within quotes. */
  private static void split(String value, List<String> into) {
    boolean quoted = false;
    int start = 0;
    for (int i = 0; i <= value.length(); i++) {
      char c = i < value.length() ? value.charAt(i) : ',';
      if (c == '"') {
        quoted = !quoted;
      } else if (c == '\\' && quoted) {
        i++;
      } else if (i >= value.length() || (c == ',' && !quoted)) {
        String preference = value.substring(start, Math.min(i, value.length())).strip();
        if (!preference.isEmpty()) {
          into.add(preference);
        }
        start = i + 1;
      }
    }
  }

  private static boolean isAsync(String preference) {
    int parameters = preference.indexOf(';');
    String name = parameters < 0 ? preference : preference.substring(0, parameters);
    return name.strip().equalsIgnoreCase(NAME);
  }
}
