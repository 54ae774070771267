package com.throttlex.shared;

import com.throttlex.store.MemoryBudget;
import java.time.Duration;

/**
 * The settings of a {@link Guard}: when its circuit opens, and for how long.
 *
 * @param slow the duration from which on an answer is slow and counts against the store
 * @param openFor how long the circuit stays open before the first trial call
 * @param memory the memory for counters of this node in fallback
 */
public record GuardSettings(Duration slow, Duration openFor, MemoryBudget memory) {
  /** Throws if a duration is not positive. */
  public GuardSettings {
    requirePositive("slow", slow);
    requirePositive("openFor", openFor);
  }

  /** Creates settings with the memory budget of this process. */
  public GuardSettings(Duration slow, Duration openFor) {
    this(slow, openFor, MemoryBudget.ofThisProcess());
  }

  /**
   * Returns settings in which half of the store's timeout is slow and the circuit opens for 1 s.
   */
  public static GuardSettings of(Duration timeout) {
    return new GuardSettings(timeout.dividedBy(2), Duration.ofSeconds(1));
  }

  /** Returns the same settings with another memory budget. */
  public GuardSettings withMemory(MemoryBudget other) {
    return new GuardSettings(slow, openFor, other);
  }

  private static void requirePositive(String name, Duration value) {
    if (value.isNegative() || value.isZero()) {
      throw new IllegalArgumentException(name + ": " + value + " (expected: more than 0)");
    }
  }
}
