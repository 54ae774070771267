package com.throttlex.server.connection;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelPipeline;
import org.jspecify.annotations.Nullable;

/**
 * Counts the bytes of heads that are not complete, before the decoder of HTTP/1.1 sees them.
 *
 * <p>What follows a complete request in the same bytes is not counted before further bytes come.
 */
final class HeadBytes extends ChannelInboundHandlerAdapter {
  private final HeadShare share;
  private @Nullable RequestHeads heads;
  private long taken;

  HeadBytes(HeadShare share) {
    this.share = share;
  }

  /** Puts the guard of complete heads after the decoder and the encoder. */
  void watch(ChannelPipeline pipeline) {
    RequestHeads made = new RequestHeads(share);
    heads = made;
    pipeline.addAfter(HttpGuards.ENCODER, null, made);
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) {
    if (heads == null) {
      if (context.pipeline().get(HttpGuards.DECODER) == null) { // HTTP/2 by prior knowledge
        context.pipeline().remove(this);
        context.fireChannelRead(message);
        return;
      }
      watch(context.pipeline());
    }
    RequestHeads its = heads;
    if (its == null || !its.isInHead() || !(message instanceof ByteBuf bytes)) {
      context.fireChannelRead(message);
      return;
    }
    long cost = HeadBudget.cost(lines(bytes), bytes.readableBytes());
    long before = its.complete();
    context.fireChannelRead(message);
    if (its.complete() != before) {
      free();
    } else if (share.take(cost)) {
      taken += cost;
    } else {
      var unused = context.close();
    }
  }

  private static int lines(ByteBuf bytes) {
    int[] lines = {0};
    bytes.forEachByte(
        b -> {
          lines[0] += b == '\n' ? 1 : 0;
          return true;
        });
    return lines[0];
  }

  private void free() {
    share.give(taken);
    taken = 0;
  }

  @Override
  public void handlerRemoved(ChannelHandlerContext context) {
    free();
  }
}
