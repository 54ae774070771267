package com.throttlex.grpc;

import com.google.protobuf.Any;
import com.google.protobuf.Duration;
import com.google.rpc.Code;
import com.google.rpc.RetryInfo;
import com.throttlex.Decision;
import com.throttlex.algorithm.Limit;
import com.throttlex.http.RateLimitHeaders;
import com.throttlex.http.Wording;
import com.throttlex.request.InvalidRequestException;
import io.grpc.Metadata;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.protobuf.StatusProto;
import java.util.Locale;
import java.util.concurrent.CompletionException;

/**
 * The status and trailers of a call that is not admitted.
 *
 * @param status the status
 * @param trailers the trailers
 */
record GrpcDenial(Status status, Metadata trailers) {
  private static final long SECOND = 1_000_000_000L;

  /** Clients limit the size of metadata. */
  private static final int MAX_TEXT = 512;

  /**
   * Returns a denial: {@code RESOURCE_EXHAUSTED}, or {@code UNAVAILABLE} if it is shed, with {@code
   * google.rpc.RetryInfo} and all headers.
   */
  static GrpcDenial denial(Decision decision, RateLimitHeaders headers) {
    com.google.rpc.Status status =
        com.google.rpc.Status.newBuilder()
            .setCode(decision.isShed() ? Code.UNAVAILABLE_VALUE : Code.RESOURCE_EXHAUSTED_VALUE)
            .setMessage(Wording.denial(decision))
            .addDetails(
                Any.pack(RetryInfo.newBuilder().setRetryDelay(retryDelay(decision)).build()))
            .build();
    Metadata trailers = new Metadata();
    write(decision, headers, trailers);
    StatusRuntimeException exception = StatusProto.toStatusRuntimeException(status, trailers);
    return new GrpcDenial(exception.getStatus(), trailers(exception, trailers));
  }

  private static Metadata trailers(StatusRuntimeException exception, Metadata otherwise) {
    Metadata trailers = exception.getTrailers();
    return trailers == null ? otherwise : trailers;
  }

  private static Duration retryDelay(Decision decision) {
    long wait = decision.waitNanos();
    return wait == Limit.NEVER
        ? Duration.newBuilder().setSeconds(decision.retryAfter()).build()
        : Duration.newBuilder().setSeconds(wait / SECOND).setNanos((int) (wait % SECOND)).build();
  }

  /** A call that could not be decided: its own fault, or that of whoever decides. */
  static GrpcDenial undecided(Throwable failure) {
    Throwable cause = failure instanceof CompletionException ? failure.getCause() : failure;
    if (cause instanceof InvalidRequestException invalid) {
      return new GrpcDenial(
          Status.INVALID_ARGUMENT.withDescription(shortened(String.valueOf(invalid.getMessage()))),
          new Metadata());
    }
    return new GrpcDenial(
        Status.UNAVAILABLE
            .withDescription("rate limits are temporarily unavailable; the call is denied")
            .withCause(cause),
        new Metadata());
  }

  private static String shortened(String text) {
    return text.length() <= MAX_TEXT ? text : text.substring(0, MAX_TEXT) + "…";
  }

  /** Writes the headers that show a client its limits. */
  static void write(Decision decision, RateLimitHeaders headers, Metadata to) {
    headers.render(
        decision,
        (name, value) -> {
          Metadata.Key<String> key =
              Metadata.Key.of(name.toLowerCase(Locale.ROOT), Metadata.ASCII_STRING_MARSHALLER);
          to.discardAll(key);
          to.put(key, value);
        });
  }
}
