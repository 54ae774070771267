package com.throttlex.spring.client;

import com.throttlex.Decision;
import com.throttlex.TimeSource;
import com.throttlex.spring.OutboundLimitedException;
import com.throttlex.spring.client.Closures.Target;
import com.throttlex.spring.reactive.Later;
import java.time.Duration;
import org.springframework.web.reactive.function.client.ClientRequest;
import org.springframework.web.reactive.function.client.ClientResponse;
import org.springframework.web.reactive.function.client.ExchangeFilterFunction;
import org.springframework.web.reactive.function.client.ExchangeFunction;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;

/** Checks the calls of a reactive client against a limit; waits without a thread. */
final class OutboundFilter implements ExchangeFilterFunction {
  private final Outbound outbound;
  private final OutboundLimit limit;
  private final TimeSource time;
  private final Scheduler waits;

  OutboundFilter(Outbound outbound, OutboundLimit limit, Scheduler waits) {
    this.outbound = outbound;
    this.limit = limit;
    this.waits = waits;
    time = outbound.time();
  }

  @Override
  public Mono<ClientResponse> filter(ClientRequest request, ExchangeFunction next) {
    Target target = Outbound.target(limit, request.url());
    int retries = Outbound.isIdempotent(request.method()) ? limit.retries() : 0;
    return Mono.defer(
        () -> {
          long deadline = time.nanos() + limit.maxWait().toNanos();
          return call(request, next, target, deadline, retries);
        });
  }

  private Mono<ClientResponse> call(
      ClientRequest request, ExchangeFunction next, Target target, long deadline, int retries) {
    return enter(target, deadline)
        .flatMap(decision -> exchange(decision, request, next))
        .flatMap(
            response -> {
              boolean comesBack =
                  outbound.hear(
                      target, response.statusCode().value(), response.headers().asHttpHeaders());
              boolean again = comesBack && retries > 0 && fits(target, deadline);
              return again
                  ? response.releaseBody().then(call(request, next, target, deadline, retries - 1))
                  : Mono.just(response);
            });
  }

  private Mono<ClientResponse> exchange(
      Decision decision, ClientRequest request, ExchangeFunction next) {
    return Mono.defer(
        () -> {
          OutboundCall call = outbound.begin(limit, decision);
          return Mono.defer(() -> next.exchange(request))
              .doOnError(call::fail)
              .doOnCancel(call::cancel)
              .map(answer -> answered(call, answer));
        });
  }

  private static ClientResponse answered(OutboundCall call, ClientResponse response) {
    call.answered(response.statusCode().value());
    return call.holds() ? held(call, response) : response;
  }

  /** Returns a response that releases its call's slots when its body was read or cancelled. */
  private static ClientResponse held(OutboundCall call, ClientResponse response) {
    return response
        .mutate()
        .body(body -> body.doOnTerminate(call::end).doOnCancel(call::end))
        .build();
  }

  private Mono<Decision> enter(Target target, long deadline) {
    return Later.answer(() -> outbound.check(limit, target), outbound::giveUp)
        .flatMap(
            decision ->
                decision.allowed()
                    ? sleep(decision.delayNanos())
                        .thenReturn(decision)
                        .doOnCancel(() -> outbound.giveUp(decision))
                    : waits(decision, target, deadline));
  }

  private Mono<Decision> waits(Decision decision, Target target, long deadline) {
    return decision.waitNanos() > deadline - time.nanos()
        ? Mono.error(new OutboundLimitedException(target.host(), decision))
        : sleep(decision.waitNanos()).then(enter(target, deadline));
  }

  private boolean fits(Target target, long deadline) {
    return outbound.closedNanos(target) <= deadline - time.nanos();
  }

  private Mono<?> sleep(long nanos) {
    return nanos == 0 ? Mono.empty() : Mono.delay(Duration.ofNanos(nanos), waits);
  }
}
