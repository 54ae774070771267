package com.throttlex.server.identity;

import java.io.IOException;

/** Thrown when a text does not contain the expected public keys. */
final class InvalidKeysException extends IOException {
  private static final long serialVersionUID = 1;

  private final String expected;

  InvalidKeysException(String found, String expected) {
    super(found);
    this.expected = expected;
  }

  String expected() {
    return expected;
  }
}
