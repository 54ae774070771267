package com.throttlex.server.backend;

import com.throttlex.TimeSource;
import com.throttlex.distributed.SharedCounters;
import java.util.function.BooleanSupplier;

/** Says whether a start goes on when a store does not answer. */
final class FirstAnswer {
  private FirstAnswer() {}

  /**
   * Waits a moment for the store, and warns if it is away.
   *
   * @param busy whether the store has answered something and works on it
   * @param start when the waiting has begun
   * @throws IllegalArgumentException when the store refuses, or another kind of server answers
   * @throws IllegalStateException when the store is required and does not answer
   */
  static void await(
      SharedCounters counters,
      String url,
      BooleanSupplier busy,
      boolean required,
      TimeSource time,
      long start) {
    if (counters.isAnswering(time, start, busy)) {
      return;
    }
    Stranger.at(url)
        .ifPresent(
            found -> {
              throw new IllegalArgumentException("store: " + found);
            });
    if (required) {
      throw new IllegalStateException(
          "store: "
              + counters.silence()
              + "; the node does not start without it (store-required: true). Start the store, or"
              + " set store-required: false");
    }
    counters.warn();
  }
}
