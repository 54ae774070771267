package com.throttlex.distributed;

import com.throttlex.store.MemoryBudget;
import java.time.Duration;

/**
 * When a {@link Guard} stops asking its store, and for how long.
 *
 * @param slow how long an answer takes that counts as trouble, though it is one
 * @param openFor how long the store is left alone before it is tried out
 * @param memory what the counters of this node may take meanwhile
 */
public record GuardSettings(Duration slow, Duration openFor, MemoryBudget memory) {
  /** Checks that both are longer than nothing. */
  public GuardSettings {
    requirePositive("slow", slow);
    requirePositive("openFor", openFor);
  }

  /** Settings with the memory budget of this process. */
  public GuardSettings(Duration slow, Duration openFor) {
    this(slow, openFor, MemoryBudget.ofThisProcess());
  }

  /** Slow from half of the store's timeout on; left alone for a second. */
  public static GuardSettings of(Duration timeout) {
    return new GuardSettings(timeout.dividedBy(2), Duration.ofSeconds(1));
  }

  /** The same settings with another memory budget. */
  public GuardSettings withMemory(MemoryBudget other) {
    return new GuardSettings(slow, openFor, other);
  }

  private static void requirePositive(String name, Duration value) {
    if (value.isNegative() || value.isZero()) {
      throw new IllegalArgumentException(name + ": " + value + " (expected: more than 0)");
    }
  }
}
