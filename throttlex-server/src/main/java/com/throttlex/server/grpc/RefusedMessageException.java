package com.throttlex.server.grpc;

import io.vertx.grpc.common.GrpcStatus;
import io.vertx.grpc.server.StatusException;

/**
 * Thrown when a message is rejected because of its content: a text that is not UTF-8, or too many
 * bytes. An end user can cause both in messages that a gateway builds from requests.
 */
final class RefusedMessageException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient StatusException status;

  private RefusedMessageException(GrpcStatus status, String message) {
    super(message, null, false, false);
    this.status = new StatusException(status, message);
  }

  static RefusedMessageException notUtf8() {
    return new RefusedMessageException(
        GrpcStatus.INVALID_ARGUMENT, "message: a text that is not UTF-8 (expected: UTF-8)");
  }

  static RefusedMessageException tooLarge() {
    return new RefusedMessageException(
        GrpcStatus.RESOURCE_EXHAUSTED,
        "message: too large (expected: at most " + MessageReader.MAX_SIZE + " bytes)");
  }

  StatusException status() {
    return status;
  }
}
