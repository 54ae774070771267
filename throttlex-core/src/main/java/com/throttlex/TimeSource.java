package com.throttlex;

import java.time.Instant;

/** Where the time comes from, and how to let it pass; tests have one that is moved by hand. */
public interface TimeSource {
  /** Nanoseconds since the Unix epoch; never less than before. */
  long nanos();

  /** The same as a moment. */
  default Instant now() {
    return instant(nanos());
  }

  /** The moment that is so many nanoseconds after the epoch. */
  static Instant instant(long nanos) {
    return Instant.ofEpochSecond(0, nanos);
  }

  /** Waits for about that long; may come back early. */
  void sleep(long nanos) throws InterruptedException;

  /** Waits until that time, in nanoseconds since the epoch. */
  default void sleepUntil(long end) throws InterruptedException {
    for (long left = end - nanos(); left > 0; left = end - nanos()) {
      sleep(left);
    }
  }
}
