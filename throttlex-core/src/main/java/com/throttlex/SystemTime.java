package com.throttlex;

import java.util.concurrent.locks.LockSupport;

/**
 * The time of the monotonic clock, set to the wall clock when the process starts.
 *
 * <p>Once a second it is compared with the wall clock. When that has gone ahead by more than a
 * second (the machine slept, or its clock was put right) it is followed; when it has gone back it
 * is not, for time that runs twice would give units out twice.
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

  // The wall clock is read first: a pause between the two must not look as if it had gone ahead.
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
