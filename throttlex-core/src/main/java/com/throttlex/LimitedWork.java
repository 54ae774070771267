package com.throttlex;

import com.throttlex.adaptive.Outcome;
import com.throttlex.request.RequestContext;
import com.throttlex.rule.Adaptive;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Runs work if its request is allowed, and reports the outcome. */
final class LimitedWork {
  private final ThrottleX engine;
  private final TimeSource time;
  private final Waiters waiters;

  LimitedWork(ThrottleX engine, TimeSource time, Waiters waiters) {
    this.engine = engine;
    this.time = time;
    this.waiters = waiters;
  }

  Decision acquire(RequestContext request, Duration timeout) throws InterruptedException {
    Acquisition acquisition = new Acquisition(() -> engine.check(request));
    waiters.await(time.nanos() + Waiters.nanos(timeout), acquisition);
    Decision decision = acquisition.decision();
    try {
      time.sleepUntil(time.nanos() + decision.delayNanos()); // the store may use another clock
    } catch (InterruptedException e) {
      Answers.await(engine.release(decision));
      throw e;
    }
    return decision;
  }

  boolean run(RequestContext request, Duration timeout, Runnable work) throws InterruptedException {
    Callable<Boolean> call = Executors.callable(work, true);
    try {
      return call(request, timeout, call, denied -> false);
    } catch (InterruptedException | RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new IllegalStateException("unreachable: the work declares no checked exception", e);
    }
  }

  <T extends @Nullable Object> T call(
      RequestContext request, Duration timeout, Callable<T> work, Function<Decision, T> denied)
      throws Exception {
    Decision decision = acquire(request, timeout);
    if (!decision.allowed()) {
      return denied.apply(decision);
    }
    long began = time.nanos();
    Outcome outcome = Outcome.FAILURE;
    try {
      T result = work.call();
      outcome = Outcome.SUCCESS;
      return result;
    } catch (TimeoutException e) {
      outcome = Outcome.DROPPED;
      throw e;
    } finally {
      engine.ended(request, began, outcome);
      Answers.await(engine.release(decision, outcome));
    }
  }

  /** Returns the source whose health the request shows. */
  static String source(RequestContext request) {
    String service = request.service();
    return service == null ? Adaptive.SYSTEM : service;
  }
}
