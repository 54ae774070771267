package com.throttlex.proxy.upstream;

import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPipeline;
import io.netty.channel.ChannelPromise;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.handler.codec.http2.Http2ConnectionHandler;
import io.netty.util.ReferenceCountUtil;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.impl.HttpClientConnectionInternal;

/**
 * Drops the interim answers (1xx) of an upstream that Vert.x would take for final ones.
 *
 * <p>Vert.x knows 100 and 103. It gives any other 1xx to the client as the answer, and the
 * connection back to its pool. Then the real answer would reach the next request on the connection.
 * An answer 101 to a request without an upgrade ends the connection, because what follows is not
 * HTTP.
 */
final class InterimAnswers extends ChannelDuplexHandler {
  private static final String CODEC = "codec"; // the name that Vert.x gives to it
  private static final int SWITCHING = 101;

  private boolean upgrading;
  private boolean dropping;

  private InterimAnswers() {}

  /** Drops interim answers on a connection that no request was sent on. */
  static void drop(HttpConnection connection) {
    ChannelPipeline pipeline =
        ((HttpClientConnectionInternal) connection).channelHandlerContext().pipeline();
    Http2ConnectionHandler http2 = pipeline.get(Http2ConnectionHandler.class);
    if (http2 == null) {
      pipeline.addAfter(CODEC, "interim", new InterimAnswers());
    } else {
      http2.decoder().frameListener(new InterimHeaders(http2.decoder().frameListener()));
    }
  }

  /** Returns whether an answer is one that must not be seen; 100 and 103 may. */
  static boolean isDropped(int status) {
    return status > SWITCHING && status < 200 && status != 103;
  }

  @Override
  public void write(ChannelHandlerContext context, Object message, ChannelPromise promise)
      throws Exception {
    if (message instanceof HttpRequest request) {
      upgrading = request.headers().contains(HttpHeaderNames.UPGRADE);
    }
    super.write(context, message, promise);
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) throws Exception {
    if (message instanceof HttpResponse answer) {
      int status = answer.status().code();
      if (status == SWITCHING && !upgrading) {
        dropping = true;
        var unused = context.close();
      } else {
        dropping |= isDropped(status);
      }
    }
    if (!dropping) {
      super.channelRead(context, message);
      return;
    }
    ReferenceCountUtil.release(message);
    if (message instanceof LastHttpContent) {
      dropping = false;
    }
  }
}
