package com.throttlex.server.connection;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelPipeline;
import io.netty.handler.codec.http2.Http2ConnectionHandler;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.impl.Http1xOrH2CHandler;
import io.vertx.core.http.impl.HttpServerConnection;

/**
 * Puts guards into the pipelines of HTTP connections.
 *
 * <p>Vert.x shows a connection without TLS only after it has decoded the first head. So the guards
 * of such a connection are put there when its first bytes arrive.
 */
public final class HttpGuards {
  /** The names that Vert.x gives to its handlers. */
  static final String DECODER = "httpDecoder";

  static final String ENCODER = "httpEncoder";

  private final HeadBudget budget;

  /** Creates guards whose connections share a budget. */
  public HttpGuards(HeadBudget budget) {
    this.budget = budget;
  }

  /** Guards a connection that was just accepted; nothing was read from it. */
  public void accepted(Channel connection) {
    connection.pipeline().addFirst(new FirstBytes());
  }

  /** Guards a connection that Vert.x shows. */
  public void opened(HttpConnection connection) {
    ChannelPipeline pipeline =
        ((HttpServerConnection) connection).channelHandlerContext().pipeline();
    Http2ConnectionHandler http2 = pipeline.get(Http2ConnectionHandler.class);
    if (http2 != null) {
      StreamHeads.guard(http2, budget);
    } else if (pipeline.get(HeadBytes.class) == null) { // with TLS
      HeadBytes bytes = new HeadBytes(budget);
      pipeline.addBefore(DECODER, null, bytes);
      bytes.watch(pipeline);
    }
  }

  /** Puts a guard after the handler that tells HTTP/1.1 and HTTP/2 apart. */
  private final class FirstBytes extends ChannelInboundHandlerAdapter {
    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
      ChannelPipeline pipeline = context.pipeline();
      ChannelHandlerContext detector = pipeline.context(Http1xOrH2CHandler.class);
      if (detector != null) {
        pipeline.addAfter(detector.name(), null, new HeadBytes(budget));
      }
      pipeline.remove(this);
      context.fireChannelRead(message);
    }
  }
}
