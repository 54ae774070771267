package com.throttlex.proxy;

import io.vertx.core.buffer.Buffer;
import io.vertx.core.streams.ReadStream;
import io.vertx.core.streams.WriteStream;
import java.util.function.Predicate;

/** Passes a body on chunk by chunk, as fast as the receiver takes it. */
final class BodyRelay {
  private final ReadStream<Buffer> from;
  private final WriteStream<Buffer> to;
  private boolean stopped;
  private boolean paused;

  private BodyRelay(ReadStream<Buffer> from, WriteStream<Buffer> to) {
    this.from = from;
    this.to = to;
  }

  /**
   * Starts to pass a body on.
   *
   * @param filter sees each chunk; returns false to stop before it
   * @param end runs after the last chunk
   */
  static BodyRelay start(
      ReadStream<Buffer> from, WriteStream<Buffer> to, Predicate<Buffer> filter, Runnable end) {
    BodyRelay relay = new BodyRelay(from, to);
    from.handler(
        chunk -> {
          if (!relay.stopped && filter.test(chunk)) {
            relay.pass(chunk);
          }
        });
    from.endHandler(
        all -> {
          if (!relay.stopped) {
            end.run();
          }
        });
    from.resume();
    return relay;
  }

  private void pass(Buffer chunk) {
    to.write(chunk);
    if (to.writeQueueFull()) {
      from.pause();
      paused = true;
      to.drainHandler(
          empty -> {
            paused = false;
            if (!stopped) {
              from.resume();
            }
          });
    }
  }

  /** Returns whether the receiver is slower than the sender now. */
  boolean isPaused() {
    return paused;
  }

  /** Passes nothing more on. */
  void stop() {
    stopped = true;
  }
}
