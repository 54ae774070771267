package com.throttlex.server.grpc;

import com.throttlex.server.access.AccessException;
import io.vertx.grpc.common.GrpcStatus;
import io.vertx.grpc.server.GrpcServerRequest;
import io.vertx.grpc.server.StatusException;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Converts failures to gRPC statuses. */
final class GrpcFailures {
  private static final Logger LOG = LoggerFactory.getLogger(GrpcDoor.class);

  /** Clients limit the size of headers, and a character may take up to nine bytes there. */
  private static final int MAX_TEXT = 512;

  private GrpcFailures() {}

  /** Returns the status for a failure before the store is called: bad input or internal. */
  static StatusException thrown(Throwable e) {
    if (e instanceof StatusException status) {
      return status;
    }
    if (e instanceof RefusedMessageException refusedMessage) {
      return refusedMessage.status();
    }
    if (e instanceof AccessException refused) {
      return refused(refused);
    }
    if (e instanceof IllegalArgumentException) {
      return new StatusException(GrpcStatus.INVALID_ARGUMENT, shortened(e.getMessage()));
    }
    LOG.error("gRPC call failed, answered INTERNAL", e);
    return new StatusException(GrpcStatus.INTERNAL, "internal error");
  }

  /** Returns the status for a rejected credential. */
  static StatusException refused(AccessException refused) {
    GrpcStatus status =
        switch (refused.reason()) {
          case UNKNOWN -> GrpcStatus.UNAUTHENTICATED;
          case FORBIDDEN -> GrpcStatus.PERMISSION_DENIED;
          case LIMITED -> GrpcStatus.RESOURCE_EXHAUSTED;
          case OVERLOADED -> GrpcStatus.UNAVAILABLE;
        };
    return new StatusException(status, refused.message());
  }

  /** Returns the status of a failed stage: its own, or else that of an unavailable store. */
  static StatusException late(@Nullable Throwable e) {
    Throwable cause = e instanceof CompletionException ? e.getCause() : e;
    if (cause instanceof StatusException status) {
      return status;
    }
    LOG.debug("The store could not decide; answered UNAVAILABLE", cause);
    return new StatusException(GrpcStatus.UNAVAILABLE, "rate limits are temporarily unavailable");
  }

  /** Ends a stream, and ignores further messages. */
  static void end(GrpcServerRequest<?, ?> call, StatusException failure) {
    call.messageHandler(null).endHandler(null).invalidMessageHandler(null);
    call.response().status(failure.status()).statusMessage(failure.message()).end();
  }

  private static String shortened(@Nullable String text) {
    if (text == null || text.length() <= MAX_TEXT) {
      return text == null ? "" : text;
    }
    return text.substring(0, MAX_TEXT) + "…";
  }
}
