package com.throttlex.spring.method;

import java.util.Objects;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/** Unwraps failures from the exceptions of stages. */
final class StageFailures {
  private StageFailures() {}

  static Throwable cause(@Nullable Throwable failure) {
    Throwable cause = failure instanceof CompletionException ? failure.getCause() : failure;
    return Objects.requireNonNull(cause == null ? failure : cause, "failure");
  }
}
