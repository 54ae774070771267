package com.throttlex.replay.log;

import java.io.Serial;

/** Thrown when the rest of a file cannot be read; the message says why. */
final class LogFormatException extends RuntimeException {
  @Serial private static final long serialVersionUID = 1L;

  LogFormatException(String message) {
    super(message);
  }
}
