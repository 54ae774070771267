package com.throttlex.spring.webflux;

import com.throttlex.request.RequestContextBuilder;
import org.springframework.web.server.ServerWebExchange;

/** Adds fields that only the application knows; beans are called in their order. */
@FunctionalInterface
public interface ExchangeDescriber {
  /** Adds the user, tier, priority, cost or attributes of a request. Must not block. */
  void describe(ServerWebExchange exchange, RequestContextBuilder to);

  /** Returns a describer that calls this one and then another. */
  default ExchangeDescriber and(ExchangeDescriber other) {
    return (exchange, to) -> {
      describe(exchange, to);
      other.describe(exchange, to);
    };
  }
}
