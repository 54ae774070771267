package com.throttlex.jdbc;

/** Thrown when there is no such rule, or no such version of it. */
public final class NotFoundException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  NotFoundException(String message) {
    super(message);
  }
}
