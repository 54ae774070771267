package com.throttlex;

import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** What a store or a server answers in its own time, for callers who wait. */
public final class Answers {
  private Answers() {}

  /** Waits for the answer, and throws what it failed with. */
  public static <T extends @Nullable Object> T await(CompletionStage<T> answer) {
    try {
      return answer.toCompletableFuture().join();
    } catch (CompletionException e) {
      throw e.getCause() instanceof RuntimeException failure ? failure : e;
    }
  }
}
