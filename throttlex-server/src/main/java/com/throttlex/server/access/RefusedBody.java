package com.throttlex.server.access;

import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;

/** Bounds the body of a request that was answered without it. */
public final class RefusedBody {
  /** The bytes that are read and dropped, so that ordinary clients see the answer. */
  private static final int MOST = 64 << 10;

  private RefusedBody() {}

  /** Drops the body, and ends the stream or the connection of a client that sends too much. */
  public static void bound(HttpServerRequest request) {
    if (request.isEnded()) {
      return;
    }
    int[] dropped = new int[1];
    request.exceptionHandler(gone -> {});
    request.handler(
        chunk -> {
          dropped[0] += chunk.length();
          if (dropped[0] > MOST) {
            request.handler(null);
            end(request);
          }
        });
  }

  private static void end(HttpServerRequest request) {
    if (request.version() == HttpVersion.HTTP_2) {
      request.response().reset();
    } else {
      request.connection().close();
    }
  }
}
