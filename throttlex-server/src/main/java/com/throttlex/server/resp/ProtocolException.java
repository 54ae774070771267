package com.throttlex.server.resp;

/** Says that what a client sent is not the protocol, after which nothing more can be read of it. */
final class ProtocolException extends Exception {
  private static final long serialVersionUID = 1L;

  ProtocolException(String problem) {
    super("Protocol error: " + problem, null, false, false);
  }
}
