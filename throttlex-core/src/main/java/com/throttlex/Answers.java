package com.throttlex;

import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** What a store answers in its own time, for callers who wait. */
final class Answers {
  private Answers() {}

  /** Waits for the answer, and throws what the store failed with. */
  static <T extends @Nullable Object> T await(CompletionStage<T> answer) {
    try {
      return answer.toCompletableFuture().join();
    } catch (CompletionException e) {
      throw e.getCause() instanceof RuntimeException failure ? failure : e;
    }
  }
}
