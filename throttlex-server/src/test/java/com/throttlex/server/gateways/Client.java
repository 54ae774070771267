package com.throttlex.server.gateways;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A request as it reaches a gateway.
 *
 * @param peer the address it comes from
 * @param headers the client's, with names in lower case
 */
record Client(String peer, String method, String host, String uri, Map<String, String> headers) {
  /** The address that the recipes trust. */
  static final String TRUSTED = "127.0.0.1";

  static Client at(String peer) {
    return new Client(peer, "GET", "shop.example", "/api/orders?page=2", Map.of());
  }

  Client asking(String otherMethod, String otherUri) {
    return new Client(peer, otherMethod, host, otherUri, headers);
  }

  Client of(String otherHost) {
    return new Client(peer, method, otherHost, uri, headers);
  }

  Client with(String name, String value) {
    Map<String, String> more = new TreeMap<>(headers);
    more.put(name, value);
    return new Client(peer, method, host, uri, more);
  }

  /** Adds forged headers that a gateway must not forward as its own. */
  Client lying(int number) {
    return with("x-forwarded-for", "203.0.113." + number)
        .with("forwarded", "for=203.0.113." + number)
        .with("x-forwarded-uri", "/free")
        .with("x-original-uri", "/free")
        .with("x-forwarded-method", "TRACE")
        .with("x-forwarded-host", "host-" + number)
        .with("x-idempotency-key", "always-the-same");
  }

  String header(String name, String otherwise) {
    return headers.getOrDefault(name, otherwise);
  }

  /** The header with the peer appended. */
  String forwardedFor() {
    String claimed = headers.get("x-forwarded-for");
    return claimed == null ? peer : claimed + ", " + peer;
  }

  /** The headers in which every gateway but nginx describes the request, all but the address. */
  Map<String, String> forwarded() {
    return Map.of(
        "x-forwarded-method", method,
        "x-forwarded-proto", "http",
        "x-forwarded-host", host,
        "x-forwarded-uri", uri);
  }

  /** The client's headers of these names, and no others. */
  Map<String, String> only(List<?> names) {
    Map<String, String> kept = new TreeMap<>();
    for (Object name : names) {
      String value = headers.get(Gateway.lower((String) name));
      if (value != null) {
        kept.put(Gateway.lower((String) name), value);
      }
    }
    return kept;
  }
}
