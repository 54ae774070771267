package com.throttlex.distributed;

import com.throttlex.TimeSource;
import java.time.Duration;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Fails what a store does not answer in time: ticks every few milliseconds while something is
 * awaited.
 *
 * <p>All that await the same store share one, so that they share its {@link LagClock}.
 */
final class Watch {
  private static final long TICK_NANOS = 5_000_000;

  /** Something that awaits answers. */
  interface Watched {
    /** Whether an answer is awaited. */
    boolean isBusy();

    /** Whether something could be on its way and is not, as its sender does not get to run. */
    boolean isSending();

    /** Fails what should have been answered by now. */
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

  /** Watches nothing yet. */
  Watch(LagClock clock, TimeSource time, Scheduler scheduler, Duration timeout) {
    this.clock = clock;
    this.time = time;
    this.scheduler = scheduler;
    this.timeout = timeout;
    tickNanos = Math.min(TICK_NANOS, Math.max(1, timeout.toNanos() / 4));
    patienceNanos = timeout.toNanos() - tickNanos; // so that the tick after it is not too late
  }

  /** Returns when to stop waiting for what is asked now. */
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

  /** Ticks for something that may have become busy; it says so each time. */
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

  /** Forgets something that is of no use any more, once it is not busy. */
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
