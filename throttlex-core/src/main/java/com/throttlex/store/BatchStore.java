package com.throttlex.store;

import java.util.List;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** A store that can decide several requests in one call, at a lower cost than one by one. */
public interface BatchStore extends Store {
  /**
   * Decides requests one after the other, in their order, each as {@link #decide} would.
   *
   * @param requests the requests, as verdicts without answers. The store has written the answers
   *     when the stage completes. When it completes exceptionally, none of them may be relied on.
   */
  CompletionStage<Void> decideAll(List<Verdicts> requests);

  /**
   * Decides requests as {@link #decideAll(List)} does. Reports each request that completes before
   * the others, or with another outcome. The outcome of the stage applies to all requests that were
   * not reported.
   *
   * <p>A store that decides some requests and fails on others has to report them. Otherwise a
   * decided request looks failed; it is retried or gets a fallback, and is charged twice.
   */
  default CompletionStage<Void> decideAll(List<Verdicts> requests, BatchListener listener) {
    return decideAll(requests);
  }

  /** Receives the outcome of one request of a batch, once, on any thread. */
  @FunctionalInterface
  interface BatchListener {
    /**
     * Reports that the answers to a request are written, or that the request has failed.
     *
     * @param number the request's place in the batch, from 0
     * @param failure the cause of the failure, or null if the request is decided
     */
    void ended(int number, @Nullable Throwable failure);
  }

  /**
   * Runs work after this process has read everything that the store had sent before. Runs it at
   * once if the store cannot know that.
   */
  default void afterReading(Runnable work) {
    work.run();
  }

  @Override
  default CompletionStage<Verdicts> decide(Charges charges) {
    Verdicts verdicts = new Verdicts(charges);
    return decideAll(List.of(verdicts)).thenApply(done -> verdicts);
  }
}
