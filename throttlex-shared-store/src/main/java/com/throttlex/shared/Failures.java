package com.throttlex.shared;

import com.throttlex.store.StoreUnavailableException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Finds the cause of a failed stage. */
final class Failures {
  private Failures() {}

  /** Returns the failure itself, without the exceptions that stages wrap around it. */
  static Throwable cause(Throwable failure) {
    Throwable cause = failure;
    while (cause instanceof CompletionException && cause.getCause() != null) {
      cause = cause.getCause();
    }
    return cause;
  }

  /** Returns the stage; a failed stage if the store throws instead. */
  static <T extends @Nullable Object> CompletionStage<T> caught(
      Supplier<CompletionStage<T>> question) {
    try {
      return question.get();
    } catch (RuntimeException e) {
      return CompletableFuture.failedFuture(e);
    }
  }

  /** Returns whether the store failed, and not the request. */
  static boolean isUnavailable(Throwable failure) {
    return cause(failure) instanceof StoreUnavailableException;
  }
}
