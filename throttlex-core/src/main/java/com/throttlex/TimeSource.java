package com.throttlex;

/** Where the time comes from, and how to let it pass; tests have one that is moved by hand. */
public interface TimeSource {
  /** Nanoseconds since the Unix epoch; never less than before. */
  long nanos();

  /** Waits for about that long; may come back early. */
  void sleep(long nanos) throws InterruptedException;
}
