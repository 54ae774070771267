package com.throttlex.benchmarks.store;

/** A compared limiter; its text is its name in tables. */
public interface Entrant {
  /** Returns whether it is ThrottleX. */
  boolean isOurs();
}
