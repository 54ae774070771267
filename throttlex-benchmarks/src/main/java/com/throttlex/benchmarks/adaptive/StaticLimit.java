package com.throttlex.benchmarks.adaptive;

import org.jspecify.annotations.Nullable;

/** A limit on requests in flight that never moves. */
final class StaticLimit implements Limiter {
  private final int limit;
  private int inFlight;

  StaticLimit(int limit) {
    this.limit = limit;
  }

  @Override
  public @Nullable Ticket admit(RequestClass priority, long now) {
    if (inFlight >= limit) {
      return null;
    }
    inFlight++;
    return (ended, outcome) -> inFlight--;
  }

  @Override
  public double limit() {
    return limit;
  }
}
