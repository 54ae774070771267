package com.throttlex.server.http;

import com.throttlex.protocol.envoy.RateLimitRequest;
import com.throttlex.protocol.envoy.RateLimitResponse;
import com.throttlex.request.InvalidRequestException;
import com.throttlex.request.ShownText;
import com.throttlex.server.envoy.EnvoyJson;
import com.throttlex.server.envoy.EnvoyLimits;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Envoy's rate limit protocol in JSON over HTTP. */
final class EnvoyDoor {
  private final EnvoyLimits limits;

  EnvoyDoor(EnvoyLimits limits) {
    this.limits = limits;
  }

  void answer(HttpExchange exchange) {
    exchange.then(
        limits.decide(parse(exchange.body())),
        response -> {
          boolean over = response.getOverallCode() == RateLimitResponse.Code.OVER_LIMIT;
          exchange.request().response().setStatusCode(over ? 429 : 200);
          exchange.answer().json(EnvoyJson.print(response));
        });
  }

  private static RateLimitRequest parse(byte[] body) {
    if (body.length == 0) {
      throw new InvalidRequestException(List.of("body: empty (expected: a RateLimitRequest)"));
    }
    try {
      return EnvoyJson.parse(new String(body, StandardCharsets.UTF_8));
    } catch (IllegalArgumentException e) {
      throw new InvalidRequestException(
          List.of(ShownText.sentence(String.valueOf(e.getMessage()))));
    }
  }
}
