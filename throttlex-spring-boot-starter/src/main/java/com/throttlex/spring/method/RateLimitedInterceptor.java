package com.throttlex.spring.method;

import com.throttlex.Answers;
import com.throttlex.TimeSource;
import com.throttlex.adaptive.Outcome;
import com.throttlex.spring.Outcomes;
import java.util.Objects;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.aopalliance.intercept.MethodInterceptor;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.support.AopUtils;
import org.springframework.core.ReactiveAdapter;
import org.springframework.core.ReactiveAdapterRegistry;

/** Intercepts calls and proceeds with those that their rules allow. */
final class RateLimitedInterceptor implements MethodInterceptor {
  private final GuardedMethods methods;
  private final Gate gate;
  private final Supplier<TimeSource> time;

  RateLimitedInterceptor(GuardedMethods methods, Gate gate, Supplier<TimeSource> time) {
    this.methods = methods;
    this.gate = gate;
    this.time = time;
  }

  @Override
  public @Nullable Object invoke(MethodInvocation invocation) throws Throwable {
    Object target = invocation.getThis();
    Class<?> type =
        target == null
            ? invocation.getMethod().getDeclaringClass()
            : AopUtils.getTargetClass(target);
    MethodLimits guard = methods.guard(invocation.getMethod(), type);
    return guard == null ? invocation.proceed() : guarded(guard, invocation);
  }

  private @Nullable Object guarded(MethodLimits guard, MethodInvocation invocation)
      throws Throwable {
    Class<?> returned = invocation.getMethod().getReturnType();
    if (returned == CompletionStage.class || returned == CompletableFuture.class) {
      return staged(guard, invocation);
    }
    ReactiveAdapter adapter = ReactiveAdapterRegistry.getSharedInstance().getAdapter(returned);
    return adapter == null || CompletionStage.class.isAssignableFrom(returned)
        ? awaited(guard, invocation)
        : ReactiveCalls.guarded(gate, guard, invocation, adapter);
  }

  private @Nullable Object awaited(MethodLimits guard, MethodInvocation invocation)
      throws Throwable {
    // The caller's thread waits for a store no longer than the store's timeout.
    AllowedCall grant = Answers.await(gate.admit(guard.asks(invocation)));
    Object result;
    try {
      pass(grant.delayNanos());
      grant.begin();
      result = invocation.proceed();
    } catch (Throwable e) {
      var unused = grant.end(Outcomes.of(e));
      throw e;
    }
    if (result instanceof CompletionStage<?> stage) {
      var unused = stage.whenComplete((value, failure) -> grant.end(Outcomes.of(failure)));
    } else {
      var unused = grant.end(Outcome.SUCCESS);
    }
    return result;
  }

  private void pass(long nanos) {
    if (nanos == 0) {
      return;
    }
    TimeSource clock = time.get();
    try {
      clock.sleepUntil(clock.nanos() + nanos);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      CancellationException cancelled =
          new CancellationException("interrupted while the call waited for its limit");
      cancelled.initCause(e);
      throw cancelled;
    }
  }

  private CompletableFuture<Object> staged(MethodLimits guard, MethodInvocation invocation) {
    CompletableFuture<Object> result = new CompletableFuture<>();
    CompletableFuture<AllowedCall> admitted;
    try {
      admitted = gate.admit(guard.asks(invocation)).toCompletableFuture();
    } catch (RuntimeException e) {
      return CompletableFuture.failedFuture(e);
    }
    // The method must not run on a thread of the store.
    Executor executor = admitted.isDone() ? Runnable::run : result.defaultExecutor();
    var unused =
        admitted
            .thenComposeAsync(grant -> called(grant, invocation), executor)
            .whenComplete((value, failure) -> complete(result, value, failure));
    return result;
  }

  private static CompletionStage<Object> called(AllowedCall grant, MethodInvocation invocation) {
    long delay = grant.delayNanos();
    Executor later =
        delay == 0 ? Runnable::run : CompletableFuture.delayedExecutor(delay, TimeUnit.NANOSECONDS);
    return CompletableFuture.supplyAsync(() -> proceed(grant, invocation), later)
        .thenCompose(stage -> stage)
        .whenComplete((value, failure) -> grant.end(Outcomes.of(failure)));
  }

  @SuppressWarnings("unchecked") // any type will do: it is only passed on
  private static CompletionStage<Object> proceed(AllowedCall grant, MethodInvocation invocation) {
    try {
      grant.begin();
      Object stage = invocation.proceed();
      return (CompletionStage<Object>) Objects.requireNonNull(stage, "the method's stage");
    } catch (Throwable e) {
      return CompletableFuture.failedStage(e);
    }
  }

  private static void complete(
      CompletableFuture<Object> result, @Nullable Object value, @Nullable Throwable failure) {
    if (failure == null) {
      result.complete(value);
    } else {
      result.completeExceptionally(StageFailures.cause(failure));
    }
  }
}
