package com.throttlex.distributed;

import com.throttlex.store.StoreUnavailableException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Tells what a stage has failed of. */
final class Failures {
  private Failures() {}

  /** The failure itself, out of what stages wrap it in on its way. */
  static Throwable cause(Throwable failure) {
    Throwable cause = failure;
    while (cause instanceof CompletionException && cause.getCause() != null) {
      cause = cause.getCause();
    }
    return cause;
  }

  /** The stage, also when the store throws what it should have completed it with. */
  static <T extends @Nullable Object> CompletionStage<T> caught(
      Supplier<CompletionStage<T>> question) {
    try {
      return question.get();
    } catch (RuntimeException e) {
      return CompletableFuture.failedFuture(e);
    }
  }

  /** Whether it is the store that failed, and not the request. */
  static boolean isUnavailable(Throwable failure) {
    return cause(failure) instanceof StoreUnavailableException;
  }
}
