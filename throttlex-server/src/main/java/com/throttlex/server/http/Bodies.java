package com.throttlex.server.http;

import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Collects the body of a request, up to a length and for a time. */
final class Bodies {
  /** How long a body may take. */
  static final long SLOWEST_MILLIS = 10_000;

  private final Vertx vertx;
  private final Answers answers;
  private final long slowestMillis;

  Bodies(Vertx vertx, Answers answers, long slowestMillis) {
    this.vertx = vertx;
    this.answers = answers;
    this.slowestMillis = slowestMillis;
  }

  /** Hands over the body when it is there; one that is too long or too slow is refused. */
  void read(HttpServerRequest request, int most, Consumer<byte[]> to) {
    Reading reading = new Reading(request, most, to);
    reading.start();
    String length = request.getHeader(HttpHeaders.CONTENT_LENGTH);
    if (length != null && exceeds(length, most)) {
      reading.refuse(413, "body: " + length + " bytes (expected: at most " + most + ")");
    }
  }

  private static boolean exceeds(String length, int most) {
    try {
      return Long.parseLong(length) > most;
    } catch (NumberFormatException e) {
      return true;
    }
  }

  /**
   * One body on its way.
   *
   * <p>What comes together with the head needs no timer, so it is set only when the event loop has
   * read what there was and the body has not ended. A body that is refused is still read, and
   * thrown away, until that time is over: who is cut off while writing does not see the answer.
   */
  private final class Reading {
    private static final long NONE = -1;

    private final HttpServerRequest request;
    private final int most;
    private final Consumer<byte[]> to;
    private @Nullable Buffer received;
    private boolean several;
    private long timer = NONE;
    private boolean ended;
    private boolean refused;

    Reading(HttpServerRequest request, int most, Consumer<byte[]> to) {
      this.request = request;
      this.most = most;
      this.to = to;
    }

    void start() {
      request.handler(this::receive);
      request.exceptionHandler(gone -> end());
      request.endHandler(
          all -> {
            end();
            if (!refused) {
              to.accept(received == null ? new byte[0] : received.getBytes());
            }
          });
      vertx.runOnContext(later -> startTimer());
    }

    private void startTimer() {
      if (!ended) {
        timer = vertx.setTimer(slowestMillis, due -> expire());
      }
    }

    private void receive(Buffer chunk) {
      if (refused) {
        return;
      }
      if (received == null) {
        received = chunk;
      } else {
        append(received, chunk);
      }
    }

    private void append(Buffer before, Buffer chunk) {
      if (before.length() + chunk.length() > most) {
        received = null;
        refuse(413, "body: more than " + most + " bytes (expected: at most " + most + ")");
        return;
      }
      // The first chunk belongs to the connection; most bodies consist of it, and are not copied.
      Buffer whole = several ? before : Buffer.buffer(2 * before.length()).appendBuffer(before);
      received = whole.appendBuffer(chunk);
      several = true;
    }

    private void expire() {
      timer = NONE;
      if (!refused) {
        refuse(408, "body: not there in time (expected: within " + slowestMillis + " ms)");
      }
      if (isHttp2()) {
        request.response().reset();
      } else {
        request.connection().close();
      }
    }

    /** Answers, and ends the connection afterwards, as the rest of the body is not wanted. */
    void refuse(int status, String detail) {
      refused = true;
      if (!isHttp2()) {
        request.response().putHeader(HttpHeaders.CONNECTION, HttpHeaders.CLOSE);
      }
      answers.problem(request.response(), status, detail);
    }

    private boolean isHttp2() {
      return request.version() == HttpVersion.HTTP_2;
    }

    private void end() {
      ended = true;
      if (timer != NONE) {
        vertx.cancelTimer(timer);
      }
    }
  }
}
