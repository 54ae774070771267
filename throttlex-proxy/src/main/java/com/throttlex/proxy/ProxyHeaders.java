package com.throttlex.proxy;

import com.throttlex.request.TrustedProxies;
import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The headers that pass the proxy.
 *
 * <p>Headers of one connection end here, together with those that {@code Connection} names.
 * Forwarding headers of a trusted proxy are continued; those of any other client are replaced. A
 * name with an underscore in place of a hyphen counts as the same name, because many applications
 * cannot tell them apart.
 */
public final class ProxyHeaders {
  static final String NAME = "throttlex";

  private static final CharSequence VIA = HttpHeaders.createOptimized("via");
  private static final Set<String> OF_CONNECTION =
      Set.of(
          "connection",
          "keep-alive",
          "proxy-connection",
          "proxy-authenticate",
          "proxy-authorization",
          "te",
          "trailer",
          "transfer-encoding",
          "upgrade",
          "http2-settings");

  /** Some applications take the path from the last two, which no rule has seen. */
  private static final Set<String> OF_PROXIES =
      Set.of("forwarded", "x-real-ip", "x-original-url", "x-rewrite-url");

  private static final String FORWARDED_PREFIX = "x-forwarded-";
  private static final String OWN_PREFIX = "x-throttlex-";

  private final TrustedProxies proxies;

  ProxyHeaders(TrustedProxies proxies) {
    this.proxies = proxies;
  }

  /** Returns the headers of a request that go further than this connection. */
  MultiMap endToEnd(HttpServerRequest request) {
    MultiMap all = request.headers();
    Set<String> named = named(all);
    MultiMap kept = MultiMap.caseInsensitiveMultiMap(); // the guard has checked all of them
    for (Map.Entry<String, String> header : all) {
      String name = header.getKey().toLowerCase(Locale.ROOT);
      if (passes(name, named)) {
        kept.add(header.getKey(), header.getValue());
      }
    }
    joinCookies(kept);
    return kept;
  }

  /** HTTP/2 may split cookies over several headers, HTTP/1.1 may not. */
  private static void joinCookies(MultiMap headers) {
    List<String> cookies = headers.getAll(HttpHeaders.COOKIE);
    if (cookies.size() > 1) {
      headers.set(HttpHeaders.COOKIE, String.join("; ", cookies));
    }
  }

  private static boolean passes(String name, Set<String> named) {
    String plain = name.indexOf('_') < 0 ? name : name.replace('_', '-');
    boolean disguised = !plain.equals(name) && isReserved(plain);
    return !disguised
        && !OF_CONNECTION.contains(name)
        && !named.contains(name)
        && !name.startsWith(OWN_PREFIX)
        && !name.equals("expect")
        && name.charAt(0) != ':';
  }

  /** Returns whether a name is one that the proxy sets or reads itself. */
  private static boolean isReserved(String name) {
    return name.startsWith(FORWARDED_PREFIX)
        || name.startsWith(OWN_PREFIX)
        || OF_CONNECTION.contains(name)
        || OF_PROXIES.contains(name)
        || name.equals("content-length");
  }

  /** Returns the names in {@code Connection}, in lower case. */
  static Set<String> named(MultiMap headers) {
    List<String> values = headers.getAll(HttpHeaders.CONNECTION);
    if (values.isEmpty()) {
      return Set.of();
    }
    Set<String> names = new HashSet<>();
    for (String value : values) {
      for (String name : value.split(",", -1)) {
        names.add(name.strip().toLowerCase(Locale.ROOT));
      }
    }
    return names;
  }

  /** Writes the headers of a request to its upstream. */
  void toUpstream(ProxyExchange exchange, MultiMap to) {
    HttpServerRequest request = exchange.request();
    String peer = peer(request);
    boolean trusted = proxies.trusts(peer);
    for (Map.Entry<String, String> header : exchange.headers()) {
      String name = header.getKey();
      if (trusted || !isForwarding(name)) {
        to.add(name, header.getValue());
      }
    }
    if (exchange.parts().isTraced()) { // Vert.x adds them, with the span of the proxy as parent
      to.remove("traceparent").remove("tracestate");
    }
    String host = RequestGuard.hostOf(request);
    forwarding(request, host, peer, to);
    String prefix = exchange.route().stripPrefix();
    if (prefix != null) {
      to.set("X-Forwarded-Prefix", prefix);
    }
    append(to, VIA, version(request.version()) + " " + NAME);
  }

  /** Returns the address of the client's end of the connection, without a zone. */
  private static String peer(HttpServerRequest request) {
    return withoutZone(request.remoteAddress().hostAddress());
  }

  /** Returns an address without the name of its network interface. */
  static String withoutZone(String address) {
    int zone = address.indexOf('%');
    return zone < 0 ? address : address.substring(0, zone);
  }

  private static boolean isForwarding(String name) {
    return name.regionMatches(true, 0, FORWARDED_PREFIX, 0, FORWARDED_PREFIX.length())
        || OF_PROXIES.contains(name.toLowerCase(Locale.ROOT));
  }

  private static void forwarding(
      HttpServerRequest request, @Nullable String host, String peer, MultiMap to) {
    String proto = request.isSSL() ? "https" : "http";
    append(to, "X-Forwarded-For", peer);
    if (!to.contains("X-Forwarded-Proto")) {
      to.set("X-Forwarded-Proto", proto);
    }
    if (host != null && !to.contains("X-Forwarded-Host")) {
      to.set("X-Forwarded-Host", host);
    }
    String node = peer.indexOf(':') < 0 ? peer : "\"[" + peer + "]\"";
    append(
        to,
        "Forwarded",
        "for=" + node + (host == null ? "" : ";host=\"" + host + "\"") + ";proto=" + proto);
  }

  private static void append(MultiMap headers, CharSequence name, String value) {
    List<String> before = headers.getAll(name);
    headers.set(name, before.isEmpty() ? value : String.join(", ", before) + ", " + value);
  }

  /** Copies the headers of an upstream's answer that go to the client. */
  public static void toClient(MultiMap from, HttpVersion version, MultiMap to) {
    Set<String> named = named(from);
    for (Map.Entry<String, String> header : from) {
      String name = header.getKey().toLowerCase(Locale.ROOT);
      if (!OF_CONNECTION.contains(name) && !named.contains(name) && name.charAt(0) != ':') {
        to.add(header.getKey(), header.getValue());
      }
    }
    append(to, VIA, version(version) + " " + NAME);
  }

  /** Copies the trailers of an answer. */
  static void trailers(MultiMap from, MultiMap to) {
    for (Map.Entry<String, String> trailer : from) {
      if (!OF_CONNECTION.contains(trailer.getKey().toLowerCase(Locale.ROOT))) {
        to.add(trailer.getKey(), trailer.getValue());
      }
    }
  }

  private static String version(HttpVersion version) {
    return switch (version) {
      case HTTP_1_0 -> "1.0";
      case HTTP_1_1 -> "1.1";
      case HTTP_2 -> "2";
    };
  }
}
