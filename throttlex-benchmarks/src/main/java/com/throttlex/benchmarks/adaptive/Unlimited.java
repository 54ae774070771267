package com.throttlex.benchmarks.adaptive;

/** Admits every request. */
final class Unlimited implements Limiter {
  @Override
  public Ticket admit(RequestClass priority, long now) {
    return (ended, outcome) -> {};
  }

  @Override
  public double limit() {
    return Double.NaN;
  }
}
