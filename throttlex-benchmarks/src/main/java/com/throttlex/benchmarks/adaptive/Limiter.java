package com.throttlex.benchmarks.adaptive;

import org.jspecify.annotations.Nullable;

/** Decides which requests the simulated server admits. */
interface Limiter {
  /** Admits a request; null if it is denied. */
  @Nullable Ticket admit(RequestClass priority, long now);

  /** Returns the limit in requests in flight, or those at the present rate; NaN if unlimited. */
  double limit();

  /**
   * Called every hundred milliseconds.
   *
   * @param busy the part of the workers that are busy
   * @param waiting the requests that wait for a worker
   */
  default void tick(long now, double busy, int waiting) {}

  /** An admitted request. */
  interface Ticket {
    /** Reports the end of the request, once. */
    void ended(long now, RequestEnd outcome);
  }
}
