package com.throttlex.proxy;

import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.net.HostAndPort;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Finds requests that the proxy and an upstream could read differently.
 *
 * <p>The decoder of the connection has already rejected what is not HTTP. This class rejects
 * framing, hosts and headers that are legal in one reading and different in another.
 */
final class RequestGuard {
  private static final int LONGEST_TOKEN = 256;
  private static final boolean[] OF_TOKEN = ofToken();
  private static final Pattern LENGTH = Pattern.compile("0|[1-9][0-9]{0,17}");
  private static final Pattern HOST =
      Pattern.compile(
          "([A-Za-z0-9._~-]{0,254}[A-Za-z0-9_~-]|\\[[0-9A-Fa-f:.]{2,45}])(:[0-9]{1,5})?");
  private static final Set<String> OF_CONNECTION =
      Set.of("connection", "keep-alive", "proxy-connection", "transfer-encoding", "upgrade");

  /** Rules read these methods in any case; many applications do not. */
  private static final Set<String> METHODS =
      Set.of("GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "PATCH", "CONNECT", "TRACE");

  private static final List<String> ONCE =
      List.of("host", "content-length", "transfer-encoding", "authorization", "content-type");

  private RequestGuard() {}

  /** Returns why a request is ambiguous, or null if it is not. */
  static @Nullable String problem(HttpServerRequest request) {
    boolean http2 = request.version() == HttpVersion.HTTP_2;
    String problem = method(request.method().name());
    problem = problem == null ? headers(request.headers(), http2) : problem;
    problem = problem == null ? framing(request, http2) : problem;
    return problem == null ? host(request, http2) : problem;
  }

  private static boolean[] ofToken() {
    boolean[] characters = new boolean[0x80];
    for (char c : "!#$%&'*+.^_`|~-".toCharArray()) {
      characters[c] = true;
    }
    for (char c = 0; c < characters.length; c++) {
      characters[c] |= Character.isLetterOrDigit(c);
    }
    return characters;
  }

  private static boolean isToken(String text) {
    boolean fits = !text.isEmpty() && text.length() <= LONGEST_TOKEN;
    for (int i = 0; fits && i < text.length(); i++) {
      char c = text.charAt(i);
      fits = c < OF_TOKEN.length && OF_TOKEN[c];
    }
    return fits;
  }

  private static @Nullable String method(String name) {
    if (!isToken(name)) {
      return "method: malformed (expected: a token)";
    }
    String upper = name.toUpperCase(Locale.ROOT);
    return METHODS.contains(upper) && !upper.equals(name)
        ? "method: " + name + " (expected: " + upper + ")"
        : null;
  }

  private static @Nullable String headers(MultiMap headers, boolean http2) {
    for (Map.Entry<String, String> header : headers) {
      String name = header.getKey();
      if (!isToken(name)) {
        return "header: a malformed name (expected: a token)";
      } else if (!isClean(header.getValue())) {
        return name + ": a control character (expected: visible text)";
      } else if (http2 && OF_CONNECTION.contains(name.toLowerCase(Locale.ROOT))) {
        return name + ": present (expected: not in HTTP/2)";
      } else if (isPadded(header.getValue())) {
        return name + ": a blank at the start or the end of its value (expected: none)";
      }
    }
    for (String name : ONCE) {
      if (headers.getAll(name).size() > 1) {
        return name + ": several values (expected: one)";
      }
    }
    return null;
  }

  private static boolean isClean(String value) {
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      if ((c < ' ' && c != '\t') || c == 0x7f || c > 0xff) {
        return false;
      }
    }
    return true;
  }

  /** HTTP/1.1 removes these blanks; over HTTP/2 each number of them would be another value. */
  private static boolean isPadded(String value) {
    return !value.isEmpty()
        && (isBlank(value.charAt(0)) || isBlank(value.charAt(value.length() - 1)));
  }

  private static boolean isBlank(char c) {
    return c == ' ' || c == '\t';
  }

  private static @Nullable String framing(HttpServerRequest request, boolean http2) {
    String length = request.getHeader(HttpHeaders.CONTENT_LENGTH);
    String coding = request.getHeader(HttpHeaders.TRANSFER_ENCODING);
    if (length != null && !LENGTH.matcher(length).matches()) {
      return "content-length: malformed (expected: a number without leading zeros)";
    } else if (coding == null) {
      return null;
    } else if (length != null) {
      return "transfer-encoding: with content-length (expected: one of them)";
    } else if (http2 || request.version() == HttpVersion.HTTP_1_0) {
      return "transfer-encoding: present (expected: only in HTTP/1.1)";
    }
    return coding.equalsIgnoreCase("chunked")
        ? null
        : "transfer-encoding: unknown (expected: chunked)";
  }

  private static @Nullable String host(HttpServerRequest request, boolean http2) {
    String host = request.getHeader(HttpHeaders.HOST);
    HostAndPort authority = http2 ? request.authority(true) : null;
    if (host == null && authority == null) {
      return request.version() == HttpVersion.HTTP_1_0 ? null : "host: missing (expected: one)";
    } else if (host != null && !isHost(host)) {
      return "host: malformed (expected: HOST or HOST:PORT, without a dot at the end of HOST)";
    } else if (authority != null && !isHost(text(authority))) {
      return ":authority: malformed (expected: HOST or HOST:PORT, no dot at the end of HOST)";
    } else if (host != null && authority != null && !host.equalsIgnoreCase(text(authority))) {
      return "host: other than :authority (expected: the same)";
    }
    return null;
  }

  /** Returns whether a host is one that a client of HTTP/2 can send as well. */
  private static boolean isHost(String text) {
    return HOST.matcher(text).matches() && HostAndPort.parseAuthority(text, -1) != null;
  }

  /** Returns the host without its port, in lower case; null if there is none. */
  static @Nullable String hostName(HttpServerRequest request) {
    String host = hostOf(request);
    if (host == null) {
      return null;
    }
    int port = host.lastIndexOf(':');
    boolean has = port > host.lastIndexOf(']');
    return (has ? host.substring(0, port) : host).toLowerCase(Locale.ROOT);
  }

  /** Returns the host as the client wrote it, or null. */
  static @Nullable String hostOf(HttpServerRequest request) {
    String host = request.getHeader(HttpHeaders.HOST);
    if (host != null) {
      return host;
    }
    HostAndPort authority =
        request.version() == HttpVersion.HTTP_2 ? request.authority(true) : null;
    return authority == null ? null : text(authority);
  }

  private static String text(HostAndPort authority) {
    return authority.port() < 0 ? authority.host() : authority.host() + ":" + authority.port();
  }

  /**
   * Returns the target of a request as a path; null if it is not one, or if a full URL names
   * another host than the header.
   */
  static @Nullable String target(HttpServerRequest request) {
    String uri = request.uri();
    if (uri.startsWith("/")) {
      return uri;
    }
    String lower = uri.toLowerCase(Locale.ROOT);
    int scheme = lower.startsWith("http://") ? 7 : lower.startsWith("https://") ? 8 : 0;
    String host = request.getHeader(HttpHeaders.HOST);
    if (scheme == 0 || host == null || request.version() == HttpVersion.HTTP_2) {
      return null;
    }
    int end = scheme;
    while (end < uri.length() && "/?#".indexOf(uri.charAt(end)) < 0) {
      end++;
    }
    String path = uri.substring(end);
    return uri.substring(scheme, end).equalsIgnoreCase(host)
        ? path.startsWith("/") ? path : "/" + path
        : null;
  }
}
