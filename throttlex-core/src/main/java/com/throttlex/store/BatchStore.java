package com.throttlex.store;

import java.util.List;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

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
   * Decides requests as {@link #decideAll(List)} does, and tells of each that ends before the
   * others or otherwise than they do. The end of the stage holds for all that nobody was told of.
   *
   * <p>A store that decides some requests and fails on others has to tell: a request that is
   * believed to have failed is asked again, or decided by something else, and is charged twice.
   */
  default CompletionStage<Void> decideAll(List<Charges> requests, Told told) {
    return decideAll(requests);
  }

  /** Is told of one request of a batch, once, by whatever thread. */
  @FunctionalInterface
  interface Told {
    /**
     * The answers to a request are in its charges, or it has failed.
     *
     * @param number the request's place in the batch, from 0
     */
    void of(int number, @Nullable Throwable failure);
  }

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
