package com.throttlex.shared;

import com.throttlex.TimeSource;
import java.time.Duration;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Fails calls that a store does not answer in time; it ticks every few milliseconds while answers
 * are awaited.
 *
 * <p>All callers of the same store share one watch, so that they share its {@link LagClock}.
 */
final class Watch {
  private static final long TICK_NANOS = 5_000_000;

  /** A component that awaits answers. */
  interface Watched {
    /** Returns whether an answer is awaited. */
    boolean isBusy();

    /** Returns whether a call could be sent but its sender thread does not run. */
    boolean isSending();

    /** Fails the calls that have expired. */
    void expire(long lagFreeNow, long now);
  }

  private final LagClock clock;
  private final TimeSource time;
  private final Scheduler scheduler;
  private final Duration timeout;
  private final long tickNanos;
  private final long patienceNanos;
  private final CopyOnWriteArrayList<Watched> all = new CopyOnWriteArrayList<>();
  private final AtomicBoolean ticking = new AtomicBoolean();

  /** Creates a watch of nothing. */
  Watch(LagClock clock, TimeSource time, Scheduler scheduler, Duration timeout) {
    this.clock = clock;
    this.time = time;
    this.scheduler = scheduler;
    this.timeout = timeout;
    tickNanos = Math.min(TICK_NANOS, Math.max(1, timeout.toNanos() / 4));
    patienceNanos = timeout.toNanos() - tickNanos; // so that the next tick is not too late
  }

  /** Returns the deadline of a call that is made now. */
  Awaited.Deadline deadline() {
    return new Awaited.Deadline(
        lagFreeNow() + patienceNanos,
        now() + patienceNanos + Awaited.LONGEST_LAG.toNanos(),
        timeout);
  }

  long lagFreeNow() {
    return clock.nanos();
  }

  long now() {
    return time.nanos();
  }

  /** Ticks for a component that may have become busy; the component calls this each time. */
  void begin(Watched one) {
    all.addIfAbsent(one);
    begin();
  }

  private void begin() {
    if (!ticking.get() && ticking.compareAndSet(false, true)) {
      clock.start(tickNanos);
      scheduler.after(tickNanos, this::tick);
    }
  }

  /** Removes a component that is no longer used, once it is not busy. */
  void end(Watched one) {
    all.remove(one);
    if (one.isBusy()) {
      begin(one);
    }
  }

  private void tick() {
    clock.tick(tickNanos, isSending());
    long lagFreeNow = lagFreeNow();
    long now = now();
    for (Watched one : all) {
      one.expire(lagFreeNow, now);
    }
    if (isBusy()) {
      scheduler.after(tickNanos, this::tick);
    } else {
      clock.stop();
      ticking.set(false);
      if (isBusy()) {
        begin();
      }
    }
  }

  private boolean isSending() {
    for (Watched one : all) {
      if (one.isSending()) {
        return true;
      }
    }
    return false;
  }

  private boolean isBusy() {
    for (Watched one : all) {
      if (one.isBusy()) {
        return true;
      }
    }
    return false;
  }
}
