package com.throttlex.tck.servers;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** Waits for what another process does, always with a bound. */
final class Await {
  private static final long STEP_NANOS = 5_000_000;

  private Await() {}

  /** Returns when the condition holds; fails with the description when it does not in time. */
  static void until(Duration atMost, Supplier<String> description, BooleanSupplier condition) {
    long start = System.nanoTime();
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() - start > atMost.toNanos()) {
        throw new IllegalStateException(
            description.get() + " (expected: within " + atMost.toMillis() + " ms)");
      }
      if (Thread.currentThread().isInterrupted()) {
        throw new IllegalStateException(description.get() + " (expected: no interrupt)");
      }
      LockSupport.parkNanos(STEP_NANOS);
    }
  }
}
