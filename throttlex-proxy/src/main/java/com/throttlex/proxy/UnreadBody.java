package com.throttlex.proxy;

import io.vertx.core.Handler;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;

/**
 * The rest of a body that nobody needs, because the request was answered without it.
 *
 * <p>A client that is cut off while it writes may not see its answer. So a short rest is read and
 * dropped, and the connection stays usable. A long rest ends the connection, and so does a body
 * that waits for 100-continue: the client may send it or not.
 */
final class UnreadBody implements Handler<Buffer> {
  private static final long MOST_DROPPED = 256 << 10;
  private static final long LINGER_MILLIS = 2_000;

  private final HttpServerRequest request;
  private long dropped;

  private UnreadBody(HttpServerRequest request) {
    this.request = request;
  }

  /** Returns whether the connection ends after the answer, and the answer must say so. */
  static boolean endsConnection(HttpServerRequest request) {
    if (request.version() == HttpVersion.HTTP_2 || request.isEnded()) {
      return false;
    }
    String length = request.getHeader(HttpHeaders.CONTENT_LENGTH);
    return request.getHeader(HttpHeaders.EXPECT) != null
        || request.headers().contains(HttpHeaders.TRANSFER_ENCODING)
        || (length != null && Long.parseLong(length) > MOST_DROPPED);
  }

  /** Reads and drops the rest of a body. */
  static void drop(HttpServerRequest request) {
    if (request.isEnded()) {
      return;
    }
    boolean ends = endsConnection(request);
    request
        .exceptionHandler(gone -> {})
        .endHandler(
            all -> {
              if (ends) {
                request.connection().close();
              }
            })
        .handler(new UnreadBody(request))
        .resume();
    if (ends) {
      Vertx.currentContext().owner().setTimer(LINGER_MILLIS, due -> request.connection().close());
    }
  }

  @Override
  public void handle(Buffer chunk) {
    dropped += chunk.length();
    if (dropped > MOST_DROPPED) {
      cutOff(request);
    }
  }

  /** Ends the connection of a client, or its stream. */
  static void cutOff(HttpServerRequest request) {
    if (request.version() == HttpVersion.HTTP_2) {
      request.response().reset();
    } else {
      request.connection().close();
    }
  }
}
