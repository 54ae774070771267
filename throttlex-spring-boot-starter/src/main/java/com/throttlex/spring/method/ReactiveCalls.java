package com.throttlex.spring.method;

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
 * Lets publishers through that their rules allow: asked at each subscription, without ever
 * blocking.
 *
 * <p>The method itself is called at the subscription too, after its rules have allowed it.
 */
final class ReactiveCalls {
  private ReactiveCalls() {}

  static Object guarded(
      Gate gate, Guard guard, MethodInvocation invocation, ReactiveAdapter adapter) {
    Mono<Grant> grant = Later.answer(() -> gate.admit(guard.asks(invocation)), Grant::end);
    Flux<?> many = Flux.defer(() -> called(invocation, adapter));
    Mono<?> one = Mono.defer(() -> Mono.from(called(invocation, adapter)));
    return adapter.fromPublisher(
        adapter.isMultiValue()
            ? Flux.usingWhen(grant, it -> delay(it).thenMany(many), ReactiveCalls::ended)
            : Mono.usingWhen(grant, it -> delay(it).then(one), ReactiveCalls::ended));
  }

  private static Publisher<?> called(MethodInvocation invocation, ReactiveAdapter adapter) {
    // An invocation proceeds once, but there may be many subscriptions.
    MethodInvocation own = ((ProxyMethodInvocation) invocation).invocableClone();
    try {
      return adapter.toPublisher(Objects.requireNonNull(own.proceed(), "the publisher"));
    } catch (Throwable e) {
      return Mono.error(e);
    }
  }

  private static Mono<?> delay(Grant grant) {
    long nanos = grant.delayNanos();
    return nanos == 0 ? Mono.empty() : Mono.delay(Duration.ofNanos(nanos));
  }

  private static Mono<?> ended(Grant grant) {
    return Mono.fromCompletionStage(grant.end());
  }
}
