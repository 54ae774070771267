package com.throttlex;

import java.time.Instant;

/** A clock, and a way to wait on it. Tests use one that they move by hand. */
public interface TimeSource {
  /** Returns nanoseconds since the Unix epoch; never less than before. */
  long nanos();

  /** Returns the time as an {@link Instant}. */
  default Instant now() {
    return instant(nanos());
  }

  /** Returns the instant that is that many nanoseconds after the epoch. */
  static Instant instant(long nanos) {
    return Instant.ofEpochSecond(0, nanos);
  }

  /** Waits for about that long; may return early. */
  void sleep(long nanos) throws InterruptedException;

  /** Waits until that time, in nanoseconds since the epoch. */
  default void sleepUntil(long end) throws InterruptedException {
    for (long left = end - nanos(); left > 0; left = end - nanos()) {
      sleep(left);
    }
  }
}
