package com.throttlex.jdbc;

/** Says that a rule cannot be created because there is one with its id. */
public final class AlreadyExistsException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  AlreadyExistsException(String message) {
    super(message);
  }
}
