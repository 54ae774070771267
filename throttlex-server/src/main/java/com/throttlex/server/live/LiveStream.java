package com.throttlex.server.live;

import io.vertx.core.Context;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.http.impl.HttpServerConnection;
import java.util.function.BooleanSupplier;

/** One open stream of events. Any thread may call it; it writes on its own event loop. */
final class LiveStream {
  private final HttpServerRequest request;
  private final HttpServerResponse response;
  private final Context loop;
  private final String admin;
  private final BooleanSupplier allowed;

  /**
   * Creates a stream on the event loop of its request.
   *
   * @param admin who reads it
   * @param allowed whether the credential is still valid; must not block
   */
  LiveStream(HttpServerRequest request, Context loop, String admin, BooleanSupplier allowed) {
    this.request = request;
    this.response = request.response();
    this.loop = loop;
    this.admin = admin;
    this.allowed = allowed;
  }

  String admin() {
    return admin;
  }

  boolean isAllowed() {
    return allowed.getAsBoolean();
  }

  /** Sends the head, before any event. */
  void begin(Runnable left) {
    response
        .setChunked(true)
        .putHeader("Content-Type", LiveFeed.TYPE)
        .putHeader("Cache-Control", "no-store")
        .putHeader("X-Content-Type-Options", "nosniff")
        .putHeader("X-Accel-Buffering", "no"); // nginx would keep events back
    response.closeHandler(closed -> left.run());
    response.exceptionHandler(broken -> left.run());
  }

  /**
   * Sends an event. A client that has not read the events before is cut off: what it missed is in
   * the history that it gets when it connects again.
   */
  void send(Buffer event) {
    loop.runOnContext(
        now -> {
          if (response.ended() || response.closed()) {
            return;
          }
          if (response.writeQueueFull()) {
            abort();
          } else {
            response.write(event);
          }
        });
  }

  /**
   * Closes the stream at once. The usual close would wait until the client has read all that was
   * sent before.
   */
  private void abort() {
    if (request.version() == HttpVersion.HTTP_2) {
      response.reset();
    } else {
      var unused = ((HttpServerConnection) request.connection()).channelHandlerContext().close();
    }
  }

  void end() {
    loop.runOnContext(
        now -> {
          if (!response.ended() && !response.closed()) {
            response.end();
          }
        });
  }
}
