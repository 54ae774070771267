package com.throttlex.shared;

import com.throttlex.TimeSource;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig.SlidingWindowSynchronizationStrategy;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig.SlidingWindowType;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntFunction;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The circuit breaker of one place of the store: it opens if half of the last answers, usually ten,
 * failed or were slow.
 *
 * <p>While the circuit is open, no request goes to the store. The breaker itself sends trial calls
 * at intervals, with or without traffic, and closes if most of them succeed. So no caller waits for
 * a store that is known to fail.
 *
 * <p>Of all answers within five milliseconds only the first counts. Requests of one batch fail
 * together, and one slow batch must not count as a hundred slow answers. After ten seconds without
 * an answer, earlier answers no longer count.
 *
 * <p>This file is long because every transition of the state is in one place.
 */
// Over 300 lines: the states of one circuit and all that moves it between them, under one lock.
@SuppressWarnings("NonAtomicVolatileUpdate") // round is written under the lock only
final class Breaker implements Circuit {
  private static final Logger LOG = LoggerFactory.getLogger(Breaker.class);
  private static final int PROBES = 5;
  private static final float PERCENT = 50;
  private static final int TRIALS = 3;
  private static final long MILLI = 1_000_000;
  private static final long APART = 5 * MILLI;
  private static final long STALE = 10_000 * MILLI;

  private final String name;
  private final CircuitBreaker breaker;
  private final TimeSource time;
  private final LongSupplier clock;
  private final Scheduler scheduler;
  private final GuardListener listener;
  private final IntFunction<? extends CompletionStage<?>> trial;
  private final long openNanos;
  private final long slowNanos;

  private volatile BreakerState told = BreakerState.CLOSED;
  private volatile long triedAt;
  private final AtomicLong countedAt = new AtomicLong();
  private final AtomicInteger probes = new AtomicInteger();
  private volatile boolean ended;

  /** The last failure of the store; null when its answers are only slow. */
  private volatile @Nullable Throwable failure;

  /**
   * The number of times that the circuit has opened or closed; only the latest round sends trials.
   */
  private volatile int round;

  /**
   * Creates a closed breaker.
   *
   * @param name the name of the place in messages
   * @param clock measures how long answers take
   * @param trial sends a trial call to the store; trials are numbered from 0
   */
  Breaker(
      String name,
      GuardSettings settings,
      TimeSource time,
      LongSupplier clock,
      Scheduler scheduler,
      GuardListener listener,
      IntFunction<? extends CompletionStage<?>> trial) {
    this.name = name;
    this.time = time;
    this.clock = clock;
    this.scheduler = scheduler;
    this.listener = listener;
    this.trial = trial;
    openNanos = settings.breaker().openFor().toNanos();
    slowNanos = settings.slow().toNanos();
    breaker = CircuitBreaker.of("store", config(settings, time));
  }

  private static CircuitBreakerConfig config(GuardSettings settings, TimeSource time) {
    return CircuitBreakerConfig.custom()
        .slidingWindow(
            2 * settings.breaker().failures(),
            settings.breaker().failures(),
            SlidingWindowType.COUNT_BASED,
            SlidingWindowSynchronizationStrategy.LOCK_FREE)
        .failureRateThreshold(PERCENT)
        .slowCallRateThreshold(PERCENT)
        .slowCallDurationThreshold(settings.slow().minusNanos(1))
        .waitDurationInOpenState(settings.breaker().openFor())
        .permittedNumberOfCallsInHalfOpenState(TRIALS)
        .clock(clock(time))
        .currentTimestampFunction(clock -> time.nanos(), TimeUnit.NANOSECONDS)
        .build();
  }

  @Override
  public boolean isClosed() {
    return breaker.getState() == CircuitBreaker.State.CLOSED;
  }

  BreakerState state() {
    return switch (breaker.getState()) {
      case CLOSED, DISABLED, METRICS_ONLY -> BreakerState.CLOSED;
      case HALF_OPEN -> BreakerState.HALF_OPEN;
      case OPEN, FORCED_OPEN -> BreakerState.OPEN;
    };
  }

  @Override
  public long waitNanos() {
    return isClosed() ? MILLI : Math.max(MILLI, triedAt + openNanos - time.nanos());
  }

  @Override
  public void succeeded(long since) {
    if (counts(time.nanos())) {
      breaker.onSuccess(took(since), TimeUnit.NANOSECONDS);
      notice();
    }
  }

  @Override
  public void failed(long since, Throwable failure) {
    listener.storeFailed();
    if (counts(time.nanos())) {
      this.failure = Failures.cause(failure);
      breaker.onError(took(since), TimeUnit.NANOSECONDS, failure);
      notice();
    }
  }

  private long took(long since) {
    return Math.max(0, clock.getAsLong() - since);
  }

  /** Returns whether an answer now is slow, for a call sent at that time. */
  boolean isSlow(long since) {
    return took(since) >= slowNanos;
  }

  @Override
  public String reason() {
    Throwable last = failure;
    return last == null
        ? "answers take " + slowNanos / MILLI + " ms or more"
        : String.valueOf(last.getMessage());
  }

  /**
   * Returns whether an answer counts. Unless the circuit is closed, only trials are answered, and
   * each counts.
   */
  private boolean counts(long now) {
    long last = countedAt.get();
    if (told != BreakerState.CLOSED) {
      return true;
    }
    boolean apart = now - last >= APART || now < last;
    boolean counts = apart && countedAt.compareAndSet(last, now);
    if (counts && now - last > STALE) {
      failure = null;
      breaker.reset();
    }
    return counts;
  }

  /**
   * Compares the states itself, because a listener on the breaker would cost every call an event.
   */
  private void notice() {
    if (told != state()) {
      tell();
    }
  }

  private synchronized void tell() {
    BreakerState state = state();
    if (told == state) {
      return;
    }
    log(told, state);
    told = state;
    if (state != BreakerState.HALF_OPEN) {
      round++;
    }
    if (state == BreakerState.OPEN) {
      tryLater(round);
    }
    listener.breakerChanged(state);
  }

  /** Logs a change of state, but not every failed trial, because an outage may be long. */
  private void log(BreakerState before, BreakerState state) {
    if (before == BreakerState.CLOSED) {
      CircuitBreaker.Metrics last = breaker.getMetrics();
      LOG.warn(
          "Circuit open: {} failing ({} of {} answers failed, {} slow; {}); using"
              + " on-store-failure",
          name,
          last.getNumberOfFailedCalls(),
          last.getNumberOfBufferedCalls(),
          last.getNumberOfSlowCalls(),
          reason());
    } else if (state == BreakerState.CLOSED) {
      failure = null;
      LOG.info("Circuit closed: {} answers again", name);
    }
  }

  /** Stops the trials. */
  void end() {
    ended = true;
  }

  /** Stops the breaker, because the place no longer exists. */
  void drop() {
    end();
    listener.placeGone();
  }

  /**
   * Sends a trial to this place, because a request that needs several places failed or was slow.
   */
  void probe() {
    int number = probes.getAndIncrement();
    if (number < PROBES && isClosed() && !ended) {
      ask(number).whenComplete((done, failure) -> probes.getAndDecrement());
    } else {
      probes.getAndDecrement();
    }
  }

  private void tryLater(int current) {
    triedAt = time.nanos();
    scheduler.after(openNanos + MILLI, () -> tryOut(current));
  }

  /** Sends a trial, and the next ones until the circuit closes or opens. */
  private void tryOut(int current) {
    notice();
    if (current != round || isClosed() || ended) {
      return;
    }
    if (state() == BreakerState.HALF_OPEN) {
      breaker.transitionToOpenState(); // the last trials were never answered
    } else {
      for (int i = 0; i < TRIALS && breaker.tryAcquirePermission(); i++) {
        notice();
        var unused = ask(i);
      }
    }
    notice();
    if (current == round) {
      tryLater(current);
    }
  }

  private CompletionStage<?> ask(int number) {
    long since = clock.getAsLong();
    return trial
        .apply(number)
        .whenComplete(
            (done, failure) -> {
              if (failure == null) {
                succeeded(since);
              } else if (Failures.isUnavailable(failure)) {
                failed(since, failure);
              } else {
                breaker.releasePermission();
              }
            });
  }

  private static Clock clock(TimeSource time) {
    return new Clock() {
      @Override
      public Instant instant() {
        return time.now();
      }

      @Override
      public ZoneId getZone() {
        return ZoneOffset.UTC;
      }

      @Override
      public Clock withZone(ZoneId zone) {
        return this;
      }
    };
  }
}
