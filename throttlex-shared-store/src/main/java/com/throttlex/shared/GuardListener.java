package com.throttlex.shared;

import com.throttlex.store.FailureMode;

/** A listener of a {@link Guard}. The deciding threads call it, so it must be fast. */
public interface GuardListener {
  /** A listener that does nothing. */
  GuardListener NONE = new GuardListener() {};

  /**
   * Receives a fallback decision: one call for each {@code on-store-failure} among the request's
   * rules. A peek is reported too. If no request mixes modes, the number of calls is the number of
   * degraded decisions.
   */
  default void fallback(FailureMode mode) {}

  /** Receives a call to the store that failed or timed out. */
  default void storeFailed() {}

  /** Receives the new state of the circuit breaker. */
  default void breakerChanged(BreakerState state) {}

  /**
   * Returns the listener for one place of the store: for its failures and the states of its
   * breaker.
   *
   * @param place the name of the place; empty if the store has only one
   */
  default GuardListener at(String place) {
    return this;
  }

  /** Receives the removal of the place and its breaker. */
  default void placeGone() {}

  /** Receives the number of units that were admitted in fallback and have now been charged. */
  default void reconciled(long units) {}
}
