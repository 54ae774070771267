package com.throttlex.store;

import java.util.List;
import java.util.concurrent.CompletionStage;

/** A store to which several requests can be sent at once, and cost less together. */
public interface BatchStore extends Store {
  /**
   * Decides requests one after the other, in their order, each as {@link #decide} would.
   *
   * <p>The answers are in the charges when the stage completes. When it completes exceptionally,
   * none of them may be relied on.
   */
  CompletionStage<Void> decideAll(List<Charges> requests);

  /**
   * Runs work after this process has read everything that the store had sent before; at once when
   * that cannot be known.
   */
  default void afterReading(Runnable work) {
    work.run();
  }

  @Override
  default CompletionStage<Void> decide(Charges charges) {
    return decideAll(List.of(charges));
  }
}
