package com.throttlex.distributed.faults;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Waits for what other processes and threads do, always with a bound. */
public final class Await {
  private static final long STEP_NANOS = 2_000_000;

  private Await() {}

  /** Returns the milliseconds it took until the condition held. */
  public static double until(Duration atMost, String what, BooleanSupplier condition) {
    long start = System.nanoTime();
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() - start > atMost.toNanos()) {
        throw new AssertionError(what + ": not within " + atMost.toMillis() + " ms");
      }
      LockSupport.parkNanos(STEP_NANOS);
    }
    return (System.nanoTime() - start) / 1e6;
  }

  /** Lets that much time pass. */
  public static void pass(Duration time) {
    long end = System.nanoTime() + time.toNanos();
    for (long left = time.toNanos(); left > 0; left = end - System.nanoTime()) {
      LockSupport.parkNanos(left);
    }
  }
}
