package com.throttlex.proxy;

import io.netty.handler.codec.http.TooLongHttpHeaderException;
import io.netty.handler.codec.http.TooLongHttpLineException;
import io.vertx.core.http.HttpServerRequest;
import java.util.concurrent.RejectedExecutionException;

/**
 * The answer to a request whose head was not decoded, or not accepted.
 *
 * @param status the status of the answer
 * @param detail the reason
 */
public record RefusedHead(int status, String detail) {
  private static final String MALFORMED = "request: malformed or too long (expected: HTTP)";

  /** Returns the answer to a request that the decoder has marked as failed. */
  public static RefusedHead of(HttpServerRequest request) {
    Throwable cause = request.decoderResult().cause();
    if (cause instanceof RejectedExecutionException) {
      return new RefusedHead(
          503, "requests: their heads fill the memory (expected: fewer at one time)");
    } else if (cause instanceof TooLongHttpHeaderException) {
      return new RefusedHead(431, MALFORMED);
    }
    return new RefusedHead(cause instanceof TooLongHttpLineException ? 414 : 400, MALFORMED);
  }
}
