package com.throttlex.redis;

import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * Ends a connection on which a question is left without any answer for more than a second, and more
 * than twice as long as an answer may take, so that it is made anew.
 *
 * <p>A server that vanished, was stopped or is behind a broken network does not close its
 * connections; the system would wait for it for a quarter of an hour. A new connection is looked up
 * again, so after a failover it leads to the new master.
 *
 * <p>The time is taken in steps, each begun when the one before is over, and the third end of a
 * step is the connection's: when it was this process that stood still, only one passes meanwhile.
 * Used by the channel's own thread only.
 */
final class Silence extends ChannelDuplexHandler {
  private static final Duration LEAST_STEP = Duration.ofMillis(500);
  private static final int MOST_STEPS = 3;

  private final long stepMillis;
  private boolean asked;
  private boolean watching;
  private int steps;

  /** Watches a connection on which an answer may take that long. */
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
