package com.throttlex.server.http;

import com.throttlex.request.InvalidRequestException;
import com.throttlex.request.ShownText;
import com.throttlex.request.TrustedProxies;
import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpServerRequest;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What a proxy asks by forward-auth: whether the request that its headers describe may pass.
 *
 * <p>nginx sends {@code X-Original-…}, Traefik, Caddy and APISIX send {@code X-Forwarded-…}. The
 * client's address is what trusted proxies say; from others nothing of the kind is believed.
 */
final class Authorization {
  private static final int DEFAULT_DENY_STATUS = 429;

  /** Scheme and host, if there are any, and the path up to the query or the fragment. */
  private static final Pattern URI =
      Pattern.compile("([A-Za-z][A-Za-z0-9+.-]*://[^/?#]*)?(?<path>[^?#]*)");

  private final TrustedProxies proxies;

  Authorization(TrustedProxies proxies) {
    this.proxies = proxies;
  }

  /** The described request as if it were the body of a check. */
  CheckBody describe(HttpServerRequest request) {
    MultiMap headers = request.headers();
    CheckBody body = new CheckBody();
    body.ip =
        proxies.clientAddress(
            request.remoteAddress().hostAddress(),
            joined(headers, "Forwarded"),
            joined(headers, "X-Forwarded-For"));
    body.method = first(headers, "X-Forwarded-Method", "X-Original-Method");
    if (body.method == null) {
      body.method = request.method().name();
    }
    String uri = first(headers, "X-Forwarded-Uri", "X-Original-URI", "X-Original-Url");
    body.endpoint = uri == null ? null : path(uri);
    String host = first(headers, "X-Forwarded-Host");
    if (host != null) {
      body.attribute("host", host);
    }
    return body;
  }

  /** The status that the query asks for in place of 429. */
  static int denyStatus(HttpServerRequest request) {
    String status = parameter(request);
    if (status == null) {
      return DEFAULT_DENY_STATUS;
    }
    if (!status.matches("[45][0-9][0-9]")) {
      throw new InvalidRequestException(
          List.of(
              "deny-status: "
                  + ShownText.quoted(status)
                  + " (expected: a status from 400 to 599)"));
    }
    return Integer.parseInt(status);
  }

  private static @Nullable String parameter(HttpServerRequest request) {
    try {
      return request.getParam("deny-status");
    } catch (IllegalArgumentException e) {
      throw new InvalidRequestException(
          List.of("query: malformed (expected: percent-encoded UTF-8)"));
    }
  }

  /** The path of a URI, which may be a whole URL. */
  private static String path(String uri) {
    Matcher parts = URI.matcher(uri);
    if (!parts.lookingAt()) {
      return uri;
    }
    String path = parts.group("path");
    return path.isEmpty() ? "/" : path;
  }

  private static @Nullable String first(MultiMap headers, String... names) {
    for (String name : names) {
      String value = headers.get(name);
      if (value != null && !value.isEmpty()) {
        return value;
      }
    }
    return null;
  }

  private static @Nullable String joined(MultiMap headers, String name) {
    List<String> all = headers.getAll(name);
    return all.isEmpty() ? null : String.join(",", all);
  }
}
