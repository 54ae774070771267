package com.throttlex.distributed;

import com.throttlex.store.FailureMode;

/** Is told what a {@link Guard} does; called by the deciding threads, so it has to be quick. */
public interface GuardListener {
  /** Listens to nothing. */
  GuardListener NONE = new GuardListener() {};

  /**
   * A request was answered without the store: told once for each mode among its rules, so once for
   * a request whose rules have the same mode. Questions that consume nothing are told as well: the
   * sum is the number of answers marked as degraded when no request mixes modes.
   */
  default void fallback(FailureMode mode) {}

  /** The store was asked and could not answer, or not in time. */
  default void storeFailed() {}

  /** The breaker has changed to that state. */
  default void breakerChanged(BreakerState state) {}

  /**
   * Returns what is told of one place of the store: its failures, and the changes of its breaker.
   *
   * @param place its name; empty when the store has only one
   */
  default GuardListener at(String place) {
    return this;
  }

  /** The place has gone, and its breaker with it. */
  default void placeGone() {}

  /** That many units admitted without the store were charged there afterwards. */
  default void reconciled(long units) {}
}
