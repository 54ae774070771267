package com.throttlex.shared;

/** The state of the circuit breaker of a store. */
public enum BreakerState {
  /** The store is used. */
  CLOSED,
  /** Only trial calls go to the store. */
  HALF_OPEN,
  /** The store is failing and is not called. */
  OPEN
}
