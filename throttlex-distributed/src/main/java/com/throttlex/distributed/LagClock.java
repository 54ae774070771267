package com.throttlex.distributed;

import com.throttlex.TimeSource;
import java.util.function.Consumer;

/**
 * A clock that leaves out the time in which this process could not have heard its store.
 *
 * <p>A store must not be blamed for what this process does to itself: a pause of the collector, a
 * processor that others use, code that is not compiled yet. So a timeout is measured here, in time
 * during which the process was able to read an answer.
 *
 * <p><b>How.</b> While something is awaited, a tick comes every few milliseconds. What a tick comes
 * late is lag. With each tick goes a fence through the threads that read answers; as long as it has
 * not come back, an answer may lie unread, and all of that time is lag. So is the time in which a
 * question could go out and does not, as the thread that sends it does not run. Between two ticks
 * the clock stands still from the moment at which the next one is overdue, so the end of a pause
 * needs no tick to be noticed. One thread at a time starts, ticks and stops; any may read.
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
   * A clock without lag yet.
   *
   * @param fence runs work after everything was read that the store had sent before
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

  /** Begins to measure; the first tick is due after that time. */
  void start(long tickNanos) {
    tickedAt = time.nanos();
    reading = new Reading(reading.lag, tickedAt + tickNanos);
  }

  /**
   * Counts what was lag since the last tick; the next one is due after that time.
   *
   * @param sending whether a thread of this process has not yet sent what it could send
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

  /** Measures no more: nothing is awaited. */
  void stop() {
    reading = new Reading(reading.lag, NEVER);
  }
}
