package com.throttlex.server.admin;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * Lets a replay work half of the time, and for a limited time.
 *
 * <p>After some milliseconds of work it rests as long as it has worked. The priority of a thread
 * has no effect on Linux, so it would not leave processors to decisions. The threads of a replay
 * share it: while one rests, the others wait.
 */
final class ReplayPace {
  private static final long WORK_NANOS = 5_000_000;

  private final BooleanSupplier gone;
  private final long began = System.nanoTime();
  private final long mostNanos;
  private long since = began;

  /**
   * Creates a pace that begins now.
   *
   * @param gone whether the client has left
   */
  ReplayPace(long mostNanos, BooleanSupplier gone) {
    this.mostNanos = mostNanos;
    this.gone = gone;
  }

  /** Rests if it is time to, and returns whether the replay may go on. */
  synchronized boolean goesOn() {
    long worked = System.nanoTime() - since;
    if (worked > WORK_NANOS) {
      LockSupport.parkNanos(worked);
      since = System.nanoTime();
    }
    return since - began < mostNanos && !gone.getAsBoolean();
  }

  /** Returns a stream that ends with an error when the replay may not go on. */
  InputStream of(InputStream in) {
    return new FilterInputStream(in) {
      @Override
      public int read() throws IOException {
        check();
        return super.read();
      }

      @Override
      public int read(byte[] bytes, int from, int length) throws IOException {
        check();
        return super.read(bytes, from, length);
      }
    };
  }

  private void check() throws IOException {
    if (!goesOn()) {
      throw new IOException("the replay took longer than " + mostNanos / 1_000_000_000L + " s");
    }
  }
}
