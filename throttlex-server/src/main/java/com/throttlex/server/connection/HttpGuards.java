package com.throttlex.server.connection;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelPipeline;
import io.netty.handler.codec.http2.Http2ConnectionHandler;
import io.netty.util.AttributeKey;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.impl.Http1xOrH2CHandler;
import io.vertx.core.http.impl.HttpServerConnection;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

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

  private static final AttributeKey<HeadShare> SHARE =
      AttributeKey.valueOf(HttpGuards.class, "share");

  private final HeadBudget budget;
  private final Function<Channel, @Nullable String> clients;

  /**
   * Creates guards whose connections share a budget.
   *
   * @param clients the address of the client of a connection; null if many clients share it
   */
  public HttpGuards(HeadBudget budget, Function<Channel, @Nullable String> clients) {
    this.budget = budget;
    this.clients = clients;
  }

  /** Guards a connection that was just accepted; nothing was read from it. */
  public void accepted(Channel connection) {
    HeadShare share = budget.open(clients.apply(connection));
    connection.attr(SHARE).set(share);
    connection.closeFuture().addListener(closed -> budget.close(share));
    connection.pipeline().addFirst(new FirstBytes(share));
  }

  /** Guards a connection that Vert.x shows. */
  public void opened(HttpConnection connection) {
    ChannelPipeline pipeline =
        ((HttpServerConnection) connection).channelHandlerContext().pipeline();
    HeadShare share = Objects.requireNonNull(pipeline.channel().attr(SHARE).get());
    Http2ConnectionHandler http2 = pipeline.get(Http2ConnectionHandler.class);
    if (http2 != null) {
      StreamHeads.guard(http2, share);
    } else if (pipeline.get(HeadBytes.class) == null) { // with TLS
      HeadBytes bytes = new HeadBytes(share);
      pipeline.addBefore(DECODER, null, bytes);
      bytes.watch(pipeline);
    }
  }

  /** Puts a guard after the handler that tells HTTP/1.1 and HTTP/2 apart. */
  private static final class FirstBytes extends ChannelInboundHandlerAdapter {
    private final HeadShare share;

    FirstBytes(HeadShare share) {
      this.share = share;
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
      ChannelPipeline pipeline = context.pipeline();
      ChannelHandlerContext detector = pipeline.context(Http1xOrH2CHandler.class);
      if (detector != null) {
        pipeline.addAfter(detector.name(), null, new HeadBytes(share));
      }
      pipeline.remove(this);
      context.fireChannelRead(message);
    }
  }
}
