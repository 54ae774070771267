package com.throttlex.jdbc;

/** Thrown when a rule cannot be created because its id is already in use. */
public final class AlreadyExistsException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  AlreadyExistsException(String message) {
    super(message);
  }
}
