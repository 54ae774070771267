package com.throttlex.server.identity;

import java.io.IOException;

/** Thrown when text that should hold public keys does not. */
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
