package com.throttlex.spring;

import com.throttlex.adaptive.Outcome;
import java.util.concurrent.CancellationException;
import org.jspecify.annotations.Nullable;

/** Says what failures mean for the health of what has failed. */
public final class Outcomes {
  private static final int DEEPEST = 10;

  private Outcomes() {}

  /**
   * What a failure means: a call that timed out, was cancelled, or was refused further on has been
   * dropped; null is success.
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

  /** Timeouts of sockets, databases and clients have no class in common, but the end of a name. */
  private static boolean isDrop(Throwable cause) {
    return cause instanceof CancellationException
        || cause instanceof InterruptedException
        || cause instanceof RateLimitedException
        || cause.getClass().getSimpleName().endsWith("TimeoutException");
  }
}
