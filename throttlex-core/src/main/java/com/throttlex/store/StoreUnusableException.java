package com.throttlex.store;

import org.jspecify.annotations.Nullable;

/**
 * Thrown when the store was reached but cannot be used until an operator repairs it, such as when
 * its tables are of a newer version. A retry does not help.
 */
public final class StoreUnusableException extends StoreUnavailableException {
  private static final long serialVersionUID = 1;

  /** Creates a failure with its cause. */
  public StoreUnusableException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
