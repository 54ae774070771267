package com.throttlex.benchmarks.store;

import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A place for one decision in flight. */
final class Slot {
  private final Contender.Question question;
  private final Consumer<Slot> arrived;
  private long start;
  private long end;
  private @Nullable Object answer;
  private @Nullable Throwable failure;

  /**
   * Creates a free slot.
   *
   * @param arrived receives the slots whose awaited answers have come, on any thread
   */
  Slot(Contender.Question question, Consumer<Slot> arrived) {
    this.question = question;
    this.arrived = arrived;
  }

  /** Sends the request; returns true if the answer is complete at once. */
  boolean ask(int key, long now) {
    start = now;
    CompletableFuture<?> future = question.ask(key).toCompletableFuture();
    if (future.isDone() && !future.isCompletedExceptionally()) {
      answered(future.join(), null);
      return true;
    }
    var unused =
        future.whenComplete(
            (value, thrown) -> {
              answered(value, thrown);
              arrived.accept(this);
            });
    return false;
  }

  private void answered(@Nullable Object value, @Nullable Throwable thrown) {
    end = System.nanoTime();
    answer = value;
    failure = thrown;
  }

  /** Adds the answer to the tally. */
  void count(DecisionTally tally) {
    if (failure != null) {
      throw new IllegalStateException("decision: failed (expected: an answer)", failure);
    }
    tally.add(question.verdict(answer), end - start);
  }
}
