package com.throttlex.store;

import org.jspecify.annotations.Nullable;

/**
 * The store could not be reached, or not in time, or is in no state to decide: the one kind of
 * failure under which a rule's {@link FailureMode} holds.
 *
 * <p>Never caused by what a request says. It may pass by itself, unless it is a {@link
 * StoreUnusableException}.
 */
public class StoreUnavailableException extends RuntimeException {
  private static final long serialVersionUID = 1;

  /** A failure without a cause that would tell more. */
  public StoreUnavailableException(String message) {
    this(message, null);
  }

  /** A failure and what caused it. */
  public StoreUnavailableException(String message, @Nullable Throwable cause) {
    super(message, cause, false, false);
  }
}
