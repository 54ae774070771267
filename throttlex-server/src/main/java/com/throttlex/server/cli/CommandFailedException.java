package com.throttlex.server.cli;

/** Says why a command ends, in words for whoever called it, and with which exit code. */
final class CommandFailedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final int exitCode;

  CommandFailedException(int exitCode, String message) {
    super(message);
    this.exitCode = exitCode;
  }

  int exitCode() {
    return exitCode;
  }
}
