package com.throttlex.shared.placement;

import com.throttlex.store.Notes;
import java.time.Duration;
import java.util.Set;
import java.util.function.IntSupplier;
import java.util.function.LongSupplier;
import java.util.function.Predicate;

/**
 * The surroundings of moves between stores.
 *
 * @param names the names of all stores, the default store first
 * @param notes the notes in which nodes agree
 * @param live returns how many nodes share the stores, this one included
 * @param failing tests whether a store fails, by name
 * @param nanoTime a monotonic clock
 * @param margin how long a request may still be in flight after the node has followed a plan
 */
public record StoreSurroundings(
    Set<String> names,
    Notes notes,
    IntSupplier live,
    Predicate<String> failing,
    LongSupplier nanoTime,
    Duration margin) {
  boolean isFailing(String name) {
    return failing.test(name);
  }

  /** Throws if there is no store of that name. */
  void requireName(String field, String name) {
    if (!names.contains(name)) {
      throw new IllegalArgumentException(
          field + ": " + name + " (expected: one of " + String.join(", ", names) + ")");
    }
  }
}
