package com.throttlex.spring.webflux;

import com.throttlex.request.RequestContextBuilder;
import org.springframework.web.server.ServerWebExchange;

/**
 * Adds to what is known of a request what only the application can tell; beans of this type are
 * asked in their order.
 */
@FunctionalInterface
public interface ExchangeDescriber {
  /** Describes a request: its user, tier, priority, cost or attributes. Must not block. */
  void describe(ServerWebExchange exchange, RequestContextBuilder to);

  /** Describes by this and then by another. */
  default ExchangeDescriber and(ExchangeDescriber other) {
    return (exchange, to) -> {
      describe(exchange, to);
      other.describe(exchange, to);
    };
  }
}
