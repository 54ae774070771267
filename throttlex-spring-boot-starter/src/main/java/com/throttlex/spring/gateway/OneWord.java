package com.throttlex.spring.gateway;

import java.util.List;
import java.util.Set;
import org.springframework.core.Ordered;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebFilter;
import org.springframework.web.server.WebFilterChain;
import reactor.core.publisher.Mono;

/**
 * Merges the limits in the headers of the filter, the route and the service behind it: a denial
 * wins, or else the limit with the least remaining. {@code RateLimit} fields are lists and stay as
 * they are.
 */
final class OneWord implements WebFilter, Ordered {
  private static final String PREFIX = "x-ratelimit-";
  private static final String REMAINING = "X-RateLimit-Remaining";
  private static final Set<HttpStatusCode> DENIALS =
      Set.of(HttpStatus.TOO_MANY_REQUESTS, HttpStatus.SERVICE_UNAVAILABLE);

  @Override
  public int getOrder() {
    return Ordered.HIGHEST_PRECEDENCE;
  }

  @Override
  public Mono<Void> filter(ServerWebExchange exchange, WebFilterChain chain) {
    ServerHttpResponse response = exchange.getResponse();
    response.beforeCommit(() -> Mono.fromRunnable(() -> unite(response)));
    return chain.filter(exchange);
  }

  private static void unite(ServerHttpResponse response) {
    HttpHeaders headers = response.getHeaders();
    List<String> remaining = headers.getOrEmpty(REMAINING);
    if (remaining.size() < 2) {
      return;
    }
    boolean denied = DENIALS.contains(response.getStatusCode());
    int chosen = denied ? remaining.size() - 1 : least(remaining);
    for (String name : List.copyOf(headers.headerNames())) {
      if (name.regionMatches(true, 0, PREFIX, 0, PREFIX.length())) {
        List<String> values = headers.getOrEmpty(name);
        headers.set(name, values.get(Math.min(chosen, values.size() - 1)));
      }
    }
  }

  private static int least(List<String> remaining) {
    int least = 0;
    for (int i = 1; i < remaining.size(); i++) {
      if (number(remaining.get(i)) < number(remaining.get(least))) {
        least = i;
      }
    }
    return least;
  }

  /** Parses a number of another program; it may be any text. */
  private static long number(String text) {
    try {
      return Long.parseLong(text.trim());
    } catch (NumberFormatException e) {
      return Long.MAX_VALUE;
    }
  }
}
