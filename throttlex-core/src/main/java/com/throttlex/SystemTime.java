package com.throttlex;

import java.util.concurrent.locks.LockSupport;

/**
 * The monotonic clock, set to the wall clock when the process starts.
 *
 * <p>It is compared with the wall clock once a second. If the wall clock is ahead by more than a
 * second (the machine slept, or its clock was corrected), this clock follows. It never goes back:
 * the same time span twice would refill units twice.
 */
public final class SystemTime implements TimeSource {
  private static final long MILLI = 1_000_000L;
  private static final long SECOND = 1_000_000_000L;

  private volatile long offset = System.currentTimeMillis() * MILLI - System.nanoTime();
  private long comparedAt = System.nanoTime();

  @Override
  public long nanos() {
    long monotonic = System.nanoTime();
    if (monotonic - comparedAt > SECOND) {
      compare();
    }
    return monotonic + offset;
  }

  // Read the wall clock first, so that a pause between the two reads does not look like a step
  // forward.
  private synchronized void compare() {
    long wall = System.currentTimeMillis() * MILLI;
    long monotonic = System.nanoTime();
    long ahead = wall - monotonic - offset;
    if (ahead > SECOND) {
      offset += ahead;
    }
    comparedAt = monotonic;
  }

  @Override
  public void sleep(long nanos) throws InterruptedException {
    LockSupport.parkNanos(nanos);
    if (Thread.interrupted()) {
      throw new InterruptedException();
    }
  }
}
