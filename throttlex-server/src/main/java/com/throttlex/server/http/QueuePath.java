package com.throttlex.server.http;

import com.throttlex.request.InvalidRequestException;
import com.throttlex.request.RequestContext;
import com.throttlex.request.ShownText;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;

/**
 * The path of a queue: {@code /api/v1/queue/{service}} and an operation.
 *
 * @param service the service, decoded
 * @param operation the rest of the path; empty if the path ends with the service
 */
record QueuePath(String service, String operation) {
  static final String PREFIX = "/api/v1/queue/";

  /** The character that replaces octets that are not UTF-8. */
  private static final char NO_CHARACTER = '\ufffd';

  /**
   * Reads a path that begins with the prefix.
   *
   * @throws InvalidRequestException if the service is missing or malformed
   */
  static QueuePath parse(String path) {
    String rest = path.substring(PREFIX.length());
    int slash = rest.indexOf('/');
    String service = slash < 0 ? rest : rest.substring(0, slash);
    return new QueuePath(decoded(service), slash < 0 ? "" : rest.substring(slash));
  }

  private static String decoded(String segment) {
    String service;
    try {
      service = URLDecoder.decode(segment.replace("+", "%2B"), StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      throw malformed(segment);
    }
    if (service.indexOf(NO_CHARACTER) >= 0) {
      throw malformed(segment);
    }
    return Objects.requireNonNull(RequestContext.builder().service(service).build().service());
  }

  private static InvalidRequestException malformed(String segment) {
    return new InvalidRequestException(
        List.of("service: " + ShownText.quoted(segment) + " (expected: percent-encoded UTF-8)"));
  }
}
