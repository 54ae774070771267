package com.throttlex.store;

import org.jspecify.annotations.Nullable;

/**
 * Thrown when the store cannot decide: it cannot be reached, timed out, or is not ready. Only after
 * this failure a rule's {@link FailureMode} applies.
 *
 * <p>It is never caused by the content of a request. The store may recover by itself, except after
 * a {@link StoreUnusableException}.
 */
public class StoreUnavailableException extends RuntimeException {
  private static final long serialVersionUID = 1;

  /** Creates a failure without a cause. */
  public StoreUnavailableException(String message) {
    this(message, null);
  }

  /** Creates a failure with its cause. */
  public StoreUnavailableException(String message, @Nullable Throwable cause) {
    super(message, cause, false, false);
  }
}
