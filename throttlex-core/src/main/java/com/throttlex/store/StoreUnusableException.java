package com.throttlex.store;

import org.jspecify.annotations.Nullable;

/**
 * The store could be reached, but what is there cannot be used until somebody puts it right, such
 * as the tables of a newer version: waiting will not help.
 */
public final class StoreUnusableException extends StoreUnavailableException {
  private static final long serialVersionUID = 1;

  /** A failure and what caused it. */
  public StoreUnusableException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
