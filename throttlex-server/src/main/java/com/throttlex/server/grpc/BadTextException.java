package com.throttlex.server.grpc;

import io.vertx.grpc.common.GrpcStatus;
import io.vertx.grpc.server.StatusException;

/** The failure of reading a message with a text that is not UTF-8. */
final class BadTextException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  BadTextException() {
    super("message: a text that is not UTF-8 (expected: UTF-8)", null, false, false);
  }

  StatusException status() {
    return new StatusException(GrpcStatus.INVALID_ARGUMENT, String.valueOf(getMessage()));
  }
}
