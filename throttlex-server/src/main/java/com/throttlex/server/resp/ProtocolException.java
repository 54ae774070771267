package com.throttlex.server.resp;

/** Thrown when a client violates the protocol; nothing more can be read from it. */
final class ProtocolException extends Exception {
  private static final long serialVersionUID = 1L;

  ProtocolException(String problem) {
    super("Protocol error: " + problem, null, false, false);
  }
}
