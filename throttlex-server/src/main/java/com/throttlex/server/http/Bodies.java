package com.throttlex.server.http;

import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Collects the body of a request, up to a length and for a time. */
final class Bodies {
  private static final long SLOWEST_MILLIS = 10_000;

  private final Vertx vertx;
  private final Answers answers;

  Bodies(Vertx vertx, Answers answers) {
    this.vertx = vertx;
    this.answers = answers;
  }

  /** Hands over the body when it is there; one that is too long or too slow is refused. */
  void read(HttpServerRequest request, int most, Consumer<byte[]> to) {
    String length = request.getHeader(HttpHeaders.CONTENT_LENGTH);
    if (length != null && (length.length() > 9 || Integer.parseInt(length) > most)) {
      refuse(request, 413, "body: " + length + " bytes (expected: at most " + most + ")");
      return;
    }
    new Reading(request, most, to).start();
  }

  /** Answers, and then ends the connection, as the rest of the body is not wanted. */
  private void refuse(HttpServerRequest request, int status, String detail) {
    if (request.version() != io.vertx.core.http.HttpVersion.HTTP_2) {
      request.response().putHeader(HttpHeaders.CONNECTION, HttpHeaders.CLOSE);
    }
    answers.problem(request.response(), status, detail);
  }

  /** One body on its way. */
  private final class Reading {
    private final HttpServerRequest request;
    private final int most;
    private final Consumer<byte[]> to;
    private @Nullable Buffer received;
    private long timer = -1;
    private boolean refused;

    Reading(HttpServerRequest request, int most, Consumer<byte[]> to) {
      this.request = request;
      this.most = most;
      this.to = to;
    }

    void start() {
      request.handler(this::receive);
      request.exceptionHandler(e -> stopTimer());
      request.endHandler(
          end -> {
            stopTimer();
            if (!refused) {
              to.accept(received == null ? new byte[0] : received.getBytes());
            }
          });
    }

    private void receive(Buffer chunk) {
      if (refused) {
        return;
      }
      if (received == null) {
        received = chunk;
        return;
      }
      if (timer < 0) {
        received = Buffer.buffer(2 * received.length()).appendBuffer(received);
        timer = vertx.setTimer(SLOWEST_MILLIS, due -> stop(408, "body: not there in time"));
      }
      if (received.length() + chunk.length() > most) {
        stop(413, "body: more than " + most + " bytes (expected: at most " + most + ")");
      } else {
        received.appendBuffer(chunk);
      }
    }

    private void stop(int status, String detail) {
      stopTimer();
      refused = true;
      refuse(request, status, detail);
    }

    private void stopTimer() {
      if (timer >= 0) {
        vertx.cancelTimer(timer);
      }
    }
  }
}
