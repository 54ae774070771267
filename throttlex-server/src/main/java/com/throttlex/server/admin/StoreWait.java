package com.throttlex.server.admin;

import com.throttlex.store.StoreUnavailableException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Waits for the answer of a store on a worker thread. */
final class StoreWait {
  private static final int PATIENCE_SECONDS = 5;

  private StoreWait() {}

  /**
   * Returns the answer of a store.
   *
   * @throws StoreUnavailableException if it does not answer; the message is the given text
   */
  static <T> T result(CompletionStage<T> stage, String otherwise) {
    try {
      return stage.toCompletableFuture().get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new StoreUnavailableException(otherwise, e);
    } catch (TimeoutException | ExecutionException e) {
      throw new StoreUnavailableException(otherwise, e);
    }
  }
}
