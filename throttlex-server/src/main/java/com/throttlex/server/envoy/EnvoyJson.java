package com.throttlex.server.envoy;

import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.util.JsonFormat;
import com.throttlex.protocol.envoy.RateLimitRequest;
import com.throttlex.protocol.envoy.RateLimitResponse;

/** The messages of Envoy's rate limit protocol in the JSON of proto3. */
public final class EnvoyJson {
  private static final JsonFormat.Parser PARSER = JsonFormat.parser();
  private static final JsonFormat.Printer PRINTER =
      JsonFormat.printer().omittingInsignificantWhitespace();

  private EnvoyJson() {}

  /**
   * Parses a request.
   *
   * @throws IllegalArgumentException when it is not JSON, or has unknown fields
   */
  public static RateLimitRequest parse(String json) {
    RateLimitRequest.Builder request = RateLimitRequest.newBuilder();
    try {
      PARSER.merge(json, request);
    } catch (InvalidProtocolBufferException e) {
      throw new IllegalArgumentException(
          "body: " + e.getMessage() + " (expected: a RateLimitRequest in JSON)", e);
    }
    return request.build();
  }

  /** Returns an answer as JSON. */
  public static String print(RateLimitResponse response) {
    try {
      return PRINTER.print(response);
    } catch (InvalidProtocolBufferException e) {
      throw new IllegalStateException(e); // only messages with Any can fail
    }
  }
}
