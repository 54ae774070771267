package com.throttlex.server.http;

import com.throttlex.request.InvalidRequestException;
import com.throttlex.request.RequestField;
import com.throttlex.request.ShownText;
import com.throttlex.request.TrustedProxies;
import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpServerRequest;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A forward-auth check of a proxy: decides the request that its headers describe.
 *
 * <p>nginx sends {@code X-Original-…}; Traefik, Caddy and APISIX send {@code X-Forwarded-…}. The
 * client address comes from trusted proxies; the headers of other peers are ignored. A proxy
 * forwards the headers that the client sends in the other style, so headers that contradict each
 * other are rejected.
 */
final class Authorization {
  private static final List<String> METHODS = List.of("X-Forwarded-Method", "X-Original-Method");
  private static final List<String> URIS =
      List.of("X-Forwarded-Uri", "X-Original-URI", "X-Original-Url");
  private static final List<String> HOSTS = List.of("X-Forwarded-Host");

  /** The optional scheme and host, and the path up to the query or the fragment. */
  private static final Pattern URI =
      Pattern.compile("([A-Za-z][A-Za-z0-9+.-]*://[^/?#]*)?(?<path>[^?#]*)");

  private final TrustedProxies proxies;

  Authorization(TrustedProxies proxies) {
    this.proxies = proxies;
  }

  /** Returns the described request as the body of a check. */
  CheckBody describe(HttpServerRequest request) {
    MultiMap headers = request.headers();
    CheckBody body = new CheckBody();
    body.set(
        RequestField.IP,
        proxies.clientAddress(
            request.remoteAddress().hostAddress(),
            joined(headers, "Forwarded"),
            joined(headers, "X-Forwarded-For")));
    String method = only(headers, UnaryOperator.identity(), METHODS);
    body.set(RequestField.METHOD, method == null ? request.method().name() : method);
    body.set(RequestField.ENDPOINT, only(headers, Authorization::path, URIS));
    String host = only(headers, UnaryOperator.identity(), HOSTS);
    if (host != null) {
      body.set(RequestField.ATTRIBUTES, Map.of("host", host));
    }
    return body;
  }

  /** Returns the status for denials that the query sets, if it sets one. */
  static OptionalInt denyStatus(HttpServerRequest request) {
    String status = parameter(request);
    if (status == null) {
      return OptionalInt.empty();
    }
    if (!status.matches("[45][0-9][0-9]")) {
      throw new InvalidRequestException(
          List.of(
              "deny-status: "
                  + ShownText.quoted(status)
                  + " (expected: a status from 400 to 599)"));
    }
    return OptionalInt.of(Integer.parseInt(status));
  }

  private static @Nullable String parameter(HttpServerRequest request) {
    try {
      return request.getParam("deny-status");
    } catch (IllegalArgumentException e) {
      throw new InvalidRequestException(
          List.of("query: malformed (expected: percent-encoded UTF-8)"));
    }
  }

  /** Returns the path of a URI, which may be a full URL. */
  private static String path(String uri) {
    Matcher parts = URI.matcher(uri);
    if (!parts.lookingAt()) {
      return uri;
    }
    String path = parts.group("path");
    return path.isEmpty() ? "/" : path;
  }

  /**
   * Returns the value of the headers that are present; null if none is. Different values are an
   * error.
   */
  private static @Nullable String only(
      MultiMap headers, UnaryOperator<String> reading, List<String> names) {
    List<String> said =
        names.stream()
            .flatMap(name -> headers.getAll(name).stream())
            .filter(value -> !value.isEmpty())
            .map(reading)
            .distinct()
            .toList();
    if (said.size() > 1) {
      throw new InvalidRequestException(
          List.of(String.join(", ", names) + ": several values (expected: one)"));
    }
    return said.isEmpty() ? null : said.get(0);
  }

  private static @Nullable String joined(MultiMap headers, String name) {
    List<String> all = headers.getAll(name);
    return all.isEmpty() ? null : String.join(",", all);
  }
}
