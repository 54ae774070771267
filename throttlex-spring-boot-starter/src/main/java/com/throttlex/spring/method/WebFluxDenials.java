package com.throttlex.spring.method;

import com.throttlex.spring.RateLimitedException;
import org.springframework.core.Ordered;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebExceptionHandler;
import reactor.core.publisher.Mono;

/** Answers denials in WebFlux applications, unless an exception handler of the application does. */
final class WebFluxDenials implements WebExceptionHandler, Ordered {
  private final DenialAnswer answer;

  WebFluxDenials(DenialAnswer answer) {
    this.answer = answer;
  }

  /** Just before Spring Boot's own handler, which answers everything else with 500. */
  @Override
  public int getOrder() {
    return -2;
  }

  @Override
  public Mono<Void> handle(ServerWebExchange exchange, Throwable failure) {
    ServerHttpResponse response = exchange.getResponse();
    RateLimitedException denial = DenialAnswer.find(failure);
    if (denial == null || response.isCommitted()) {
      return Mono.error(failure);
    }
    DataBuffer body = response.bufferFactory().wrap(DenialAnswer.body(denial));
    response.setStatusCode(HttpStatusCode.valueOf(DenialAnswer.status(denial)));
    answer.headers(denial, response.getHeaders()::set);
    response.getHeaders().setContentLength(body.readableByteCount());
    return response.writeWith(Mono.just(body));
  }
}
