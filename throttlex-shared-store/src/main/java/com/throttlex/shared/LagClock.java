package com.throttlex.shared;

import com.throttlex.TimeSource;
import java.util.function.Consumer;

/**
 * A clock that does not count the time in which this process could not read answers of its store.
 *
 * <p>The store must not be blamed for delays of this process: a garbage collection, a busy
 * processor, code that is not compiled yet. So timeouts are measured by this clock, which counts
 * only the time in which the process could read an answer.
 *
 * <p><b>Mechanism.</b> While an answer is awaited, a tick comes every few milliseconds. The
 * lateness of a tick is lag. Each tick sends a fence through the threads that read answers. Until
 * the fence returns, an answer may be unread, and all of that time is lag. The time in which a
 * request could be sent, but its sender thread does not run, is lag too. If the next tick is
 * overdue, the clock stops until it comes, so the end of a pause needs no tick. One thread at a
 * time starts, ticks and stops the clock; any thread may read it.
 */
final class LagClock {
  /** The lateness of a tick that does not count as lag. */
  private static final long SLACK_NANOS = 1_000_000;

  private static final long NEVER = Long.MAX_VALUE;

  /** The lag until the last tick, and when the next is due. */
  private record Reading(long lag, long dueAt) {
    long overdue(long now) {
      return dueAt == NEVER ? 0 : Math.max(0, now - dueAt - SLACK_NANOS);
    }
  }

  private final TimeSource time;
  private final Consumer<Runnable> fence;
  private volatile Reading reading = new Reading(0, NEVER);
  private volatile boolean heard = true;
  private long tickedAt;

  /**
   * Creates a clock without lag.
   *
   * @param fence runs a task after everything that the store had sent before was read
   */
  LagClock(TimeSource time, Consumer<Runnable> fence) {
    this.time = time;
    this.fence = fence;
  }

  /** Returns the time without the lag, in nanoseconds. */
  long nanos() {
    Reading last = reading;
    long now = time.nanos();
    return now - last.lag - last.overdue(now);
  }

  /** Starts the measurement; the first tick is due after that time. */
  void start(long tickNanos) {
    tickedAt = time.nanos();
    reading = new Reading(reading.lag, tickedAt + tickNanos);
  }

  /**
   * Adds the lag since the last tick; the next tick is due after that time.
   *
   * @param sending whether a thread of this process has not yet sent a request that it could send
   */
  void tick(long tickNanos, boolean sending) {
    long now = time.nanos();
    boolean deaf = !heard;
    Reading last = reading;
    long lag = deaf || sending ? now - tickedAt : last.overdue(now);
    reading = new Reading(last.lag + lag, now + tickNanos);
    tickedAt = now;
    if (!deaf) {
      heard = false;
      fence.accept(() -> heard = true);
    }
  }

  /** Stops the measurement, because no answer is awaited. */
  void stop() {
    reading = new Reading(reading.lag, NEVER);
  }
}
