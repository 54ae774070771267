package com.throttlex.grpc;

import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Waits for what another thread does, with a bound. */
final class Eventually {
  private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(20);

  private Eventually() {}

  static void isTrue(String what, Callable<Boolean> condition) throws Exception {
    long deadline = System.nanoTime() + PATIENCE_NANOS;
    while (!condition.call()) {
      if (System.nanoTime() - deadline > 0) {
        throw new AssertionError("waited too long: " + what);
      }
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(5));
    }
  }
}
