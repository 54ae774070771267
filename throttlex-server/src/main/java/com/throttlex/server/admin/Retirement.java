package com.throttlex.server.admin;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/** The headers of deprecated routes: since when, until when, and the route to use instead. */
final class Retirement {
  static final Instant DEPRECATED = Instant.parse("2026-11-01T00:00:00Z");
  static final Instant SUNSET = Instant.parse("2027-11-01T00:00:00Z");

  private static final DateTimeFormatter HTTP_DATE =
      DateTimeFormatter.ofPattern("EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.US)
          .withZone(ZoneOffset.UTC);

  private Retirement() {}

  /** Returns the headers of RFC 9745 and RFC 8594; none if the route is not deprecated. */
  static Map<String, String> headers(RouteTable.Found found) {
    String successor = found.route().successor();
    if (successor == null) {
      return Map.of();
    }
    for (Map.Entry<String, String> variable : found.variables().entrySet()) {
      successor = successor.replace("{" + variable.getKey() + "}", safe(variable.getValue()));
    }
    Map<String, String> headers = new LinkedHashMap<>();
    headers.put("Deprecation", "@" + DEPRECATED.getEpochSecond());
    headers.put("Sunset", HTTP_DATE.format(SUNSET));
    headers.put("Link", "<" + successor + ">; rel=\"successor-version\"");
    return headers;
  }

  // The segment may be malformed, and must not end the link.
  private static String safe(String segment) {
    try {
      return PercentText.encode(PercentText.decode("path", segment));
    } catch (ProblemException e) {
      return "";
    }
  }
}
