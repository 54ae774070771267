package com.throttlex.benchmarks.adaptive;

import org.jspecify.annotations.Nullable;

/** Decides at the door of the plant who gets in. */
interface Limiter {
  /** Lets a request in, or not: null. */
  @Nullable Ticket admit(RequestClass priority, long now);

  /** The requests that may be under way, or would be at the rate in force; NaN without a limit. */
  double limit();

  /**
   * Called every hundred milliseconds.
   *
   * @param busy the part of the workers who work
   * @param waiting the requests that wait for one
   */
  default void tick(long now, double busy, int waiting) {}

  /** What a request holds that was let in. */
  interface Ticket {
    /** The request has ended, which is told once. */
    void ended(long now, RequestEnd outcome);
  }
}
