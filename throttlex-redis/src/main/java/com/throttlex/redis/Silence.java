package com.throttlex.redis;

import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * Closes a connection without an answer for more than a second and more than twice the timeout, so
 * that a new one is opened.
 *
 * <p>A server that crashed, was stopped or is behind a broken network does not close its
 * connections. The system would wait for it for a quarter of an hour. A new connection resolves the
 * address again, so after a failover it leads to the new master.
 *
 * <p>The time is measured in steps, each begun when the one before has ended; the third end closes
 * the connection. If this process was paused, only one step ends meanwhile. Only the channel's own
 * thread uses this object.
 */
final class Silence extends ChannelDuplexHandler {
  private static final Duration LEAST_STEP = Duration.ofMillis(500);
  private static final int MOST_STEPS = 3;

  private final long stepMillis;
  private boolean asked;
  private boolean watching;
  private int steps;

  /** Creates a handler for connections with that timeout. */
  Silence(Duration timeout) {
    stepMillis = Math.max(LEAST_STEP.toMillis(), timeout.toMillis());
  }

  @Override
  public void write(ChannelHandlerContext context, Object message, ChannelPromise promise)
      throws Exception {
    if (!asked) {
      asked = true;
      steps = 0;
    }
    if (!watching) {
      watching = true;
      stepLater(context);
    }
    super.write(context, message, promise);
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) throws Exception {
    asked = false;
    super.channelRead(context, message);
  }

  private void stepLater(ChannelHandlerContext context) {
    var unused =
        context.executor().schedule(() -> step(context), stepMillis, TimeUnit.MILLISECONDS);
  }

  private void step(ChannelHandlerContext context) {
    if (!asked || !context.channel().isActive()) {
      watching = false;
    } else if (++steps < MOST_STEPS) {
      stepLater(context);
    } else {
      var unused = context.close();
    }
  }
}
