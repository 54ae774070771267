package com.throttlex.shared;

import com.throttlex.store.MemoryBudget;
import java.time.Duration;

/**
 * The settings of a {@link Guard}: when its circuit opens, and for how long.
 *
 * @param slow the duration from which on an answer is slow and counts against the store
 * @param breaker the figures of its circuit breakers
 * @param memory the memory for counters of this node in fallback
 */
public record GuardSettings(Duration slow, BreakerSettings breaker, MemoryBudget memory) {
  /** Throws if the duration is not positive. */
  public GuardSettings {
    if (slow.isNegative() || slow.isZero()) {
      throw new IllegalArgumentException("slow: " + slow + " (expected: more than 0)");
    }
  }

  /** Creates settings with the memory budget of this process. */
  public GuardSettings(Duration slow, Duration openFor) {
    this(
        slow,
        new BreakerSettings(BreakerSettings.DEFAULT.failures(), openFor),
        MemoryBudget.ofThisProcess());
  }

  /**
   * Returns settings in which half of the store's timeout is slow and the circuit opens for 1 s.
   */
  public static GuardSettings of(Duration timeout) {
    return new GuardSettings(
        timeout.dividedBy(2), BreakerSettings.DEFAULT, MemoryBudget.ofThisProcess());
  }

  /** Returns the settings of a node for a store with that timeout. */
  static GuardSettings of(Duration timeout, SharedSettings node) {
    return new GuardSettings(timeout.dividedBy(2), node.breaker(), node.memory());
  }
}
