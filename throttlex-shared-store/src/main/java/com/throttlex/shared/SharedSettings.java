package com.throttlex.shared;

import com.throttlex.TimeSource;
import com.throttlex.store.MemoryBudget;

/**
 * The settings of a node for the store that it shares.
 *
 * @param time the clock of decisions
 * @param expectedNodes how many nodes share the store, until this node has counted them
 * @param listener is notified of fallback decisions and changes of the circuit breaker
 * @param memory the memory for counters of this node while the store is unavailable
 * @param breaker the figures of the circuit breakers
 */
public record SharedSettings(
    TimeSource time,
    int expectedNodes,
    GuardListener listener,
    MemoryBudget memory,
    BreakerSettings breaker) {
  /** Creates settings with the usual circuit breakers. */
  public SharedSettings(
      TimeSource time, int expectedNodes, GuardListener listener, MemoryBudget memory) {
    this(time, expectedNodes, listener, memory, BreakerSettings.DEFAULT);
  }

  /** Returns the settings of a node that expects no other. */
  public static SharedSettings of(TimeSource time) {
    return new SharedSettings(time, 1, GuardListener.NONE, MemoryBudget.ofThisProcess());
  }
}
