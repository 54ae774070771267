package com.throttlex.spring;

import com.throttlex.adaptive.Outcome;
import java.util.concurrent.CancellationException;
import org.jspecify.annotations.Nullable;

/** Converts failures to outcomes, for health signals. */
public final class Outcomes {
  private static final int DEEPEST = 10;

  private Outcomes() {}

  /**
   * Returns the outcome of a failure: a call that timed out, was cancelled, or was denied by a
   * later service is dropped; null is success.
   */
  public static Outcome of(@Nullable Throwable failure) {
    Throwable cause = failure;
    for (int depth = 0; depth < DEEPEST && cause != null; depth++) {
      if (isDrop(cause)) {
        return Outcome.DROPPED;
      }
      cause = cause.getCause();
    }
    return failure == null ? Outcome.SUCCESS : Outcome.FAILURE;
  }

  /**
   * Returns whether the cause is a timeout. Those of sockets, databases and clients have no common
   * class, but names with the same ending.
   */
  private static boolean isDrop(Throwable cause) {
    return cause instanceof CancellationException
        || cause instanceof InterruptedException
        || cause instanceof RateLimitedException
        || cause.getClass().getSimpleName().endsWith("TimeoutException");
  }
}
