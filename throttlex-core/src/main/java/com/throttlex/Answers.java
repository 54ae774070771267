package com.throttlex;

import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** Waits for asynchronous answers of a store or a server. */
public final class Answers {
  private Answers() {}

  /** Waits for the answer and returns it, or throws the error that it failed with. */
  public static <T extends @Nullable Object> T await(CompletionStage<T> answer) {
    try {
      return answer.toCompletableFuture().join();
    } catch (CompletionException e) {
      throw e.getCause() instanceof RuntimeException failure ? failure : e;
    }
  }
}
