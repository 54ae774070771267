package com.throttlex.spring.method;

import com.throttlex.adaptive.Outcome;
import com.throttlex.spring.Outcomes;
import com.throttlex.spring.reactive.Later;
import java.time.Duration;
import java.util.Objects;
import org.aopalliance.intercept.MethodInvocation;
import org.reactivestreams.Publisher;
import org.springframework.aop.ProxyMethodInvocation;
import org.springframework.core.ReactiveAdapter;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Checks calls that return publishers: at each subscription, without blocking.
 *
 * <p>The method itself is also called at the subscription, after its rules have allowed it.
 */
final class ReactiveCalls {
  private ReactiveCalls() {}

  static Object guarded(
      Gate gate, MethodLimits guard, MethodInvocation invocation, ReactiveAdapter adapter) {
    Mono<AllowedCall> grant =
        Later.answer(() -> gate.admit(guard.asks(invocation)), late -> late.end(Outcome.DROPPED));
    return adapter.fromPublisher(
        adapter.isMultiValue()
            ? Flux.usingWhen(
                grant,
                it -> many(it, invocation, adapter),
                it -> ended(it, Outcome.SUCCESS),
                (it, failure) -> ended(it, Outcomes.of(failure)),
                ReactiveCalls::cancelled)
            : Mono.usingWhen(
                grant,
                it -> one(it, invocation, adapter),
                it -> ended(it, Outcome.SUCCESS),
                (it, failure) -> ended(it, Outcomes.of(failure)),
                ReactiveCalls::cancelled));
  }

  private static Flux<?> many(
      AllowedCall grant, MethodInvocation invocation, ReactiveAdapter adapter) {
    Flux<?> called = Flux.defer(() -> called(grant, invocation, adapter));
    return delay(grant).thenMany(called.doOnNext(value -> grant.answered()));
  }

  private static Mono<?> one(
      AllowedCall grant, MethodInvocation invocation, ReactiveAdapter adapter) {
    return delay(grant).then(Mono.defer(() -> Mono.from(called(grant, invocation, adapter))));
  }

  private static Publisher<?> called(
      AllowedCall grant, MethodInvocation invocation, ReactiveAdapter adapter) {
    grant.begin();
    // An invocation proceeds once, but there may be many subscriptions.
    MethodInvocation own = ((ProxyMethodInvocation) invocation).invocableClone();
    try {
      return adapter.toPublisher(Objects.requireNonNull(own.proceed(), "the publisher"));
    } catch (Throwable e) {
      return Mono.error(e);
    }
  }

  private static Mono<?> delay(AllowedCall grant) {
    long nanos = grant.delayNanos();
    return nanos == 0 ? Mono.empty() : Mono.delay(Duration.ofNanos(nanos));
  }

  private static Mono<?> ended(AllowedCall grant, Outcome outcome) {
    return Mono.fromCompletionStage(grant.end(outcome));
  }

  /** Ends a cancelled call: a success after the first element, given up before. */
  private static Mono<?> cancelled(AllowedCall grant) {
    return ended(grant, grant.isAnswered() ? Outcome.SUCCESS : Outcome.DROPPED);
  }
}
