package com.throttlex.shared.placement;

import com.throttlex.store.Notes;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.IntSupplier;
import java.util.function.LongSupplier;
import java.util.function.Predicate;

/**
 * The surroundings of moves between stores.
 *
 * @param names the names of all stores, the default store first
 * @param notesIn the name of the store in whose notes nodes agree
 * @param notesOf returns the notes of a store, by name
 * @param live returns how many nodes share the stores, this one included
 * @param failing tests whether a store fails, by name
 * @param nanoTime a monotonic clock
 * @param margin how long a request may still be in flight after the node has followed a plan
 */
public record StoreSurroundings(
    Set<String> names,
    String notesIn,
    Function<String, Notes> notesOf,
    IntSupplier live,
    Predicate<String> failing,
    LongSupplier nanoTime,
    Duration margin) {
  /** Returns the notes in which nodes agree. */
  Notes notes() {
    return notesOf.apply(notesIn);
  }

  /**
   * Removes a note from a store, unless nodes agree there. A plan of earlier moves would count
   * again when that store becomes the default store.
   */
  CompletionStage<?> forget(String note, String store) {
    return store.equals(notesIn)
        ? CompletableFuture.completedFuture(true)
        : notesOf.apply(store).write(note, Notes.ANY, "", Duration.ZERO);
  }

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
