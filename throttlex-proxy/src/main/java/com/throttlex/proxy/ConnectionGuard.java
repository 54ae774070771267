package com.throttlex.proxy;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.util.AttributeKey;
import io.netty.util.concurrent.Future;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.http.impl.HttpServerConnection;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Ends a connection whose client takes too long for the head of a request.
 *
 * <p>The time starts when the connection opens, and with HTTP/1.1 again with the first byte after
 * an answer. It ends when the head is complete. A guard belongs to the event loop of its
 * connection.
 */
final class ConnectionGuard extends ChannelInboundHandlerAdapter {
  private static final AttributeKey<ConnectionGuard> KEY =
      AttributeKey.valueOf(ConnectionGuard.class, "guard");

  private final Runnable onClosed;
  private final long headMillis;
  private boolean http1;
  private boolean condemned;
  private int inFlight;
  private @Nullable Future<?> deadline;

  /** Creates a guard that runs an action when its connection is closed. */
  ConnectionGuard(Runnable onClosed, long headMillis) {
    this.onClosed = onClosed;
    this.headMillis = headMillis;
  }

  /** Adds a guard to a connection that nothing has been read from. */
  void guard(Channel connection) {
    connection.attr(KEY).set(this);
    connection.pipeline().addFirst(this);
  }

  /**
   * Records that the head of a request is complete; returns false if nothing more may be read from
   * its connection.
   */
  static boolean began(HttpServerRequest request) {
    ConnectionGuard guard = of(request);
    if (guard != null) {
      guard.begin(request);
    }
    return guard == null || !guard.condemned;
  }

  /** Reads nothing more from the connection of a request. */
  static void condemn(HttpServerRequest request) {
    ConnectionGuard guard = of(request);
    if (guard != null) {
      guard.condemned = true;
    }
  }

  private static @Nullable ConnectionGuard of(HttpServerRequest request) {
    return request.connection() instanceof HttpServerConnection own
        ? own.channelHandlerContext().channel().attr(KEY).get()
        : null;
  }

  private void begin(HttpServerRequest request) {
    cancel();
    http1 = request.version() != HttpVersion.HTTP_2;
    inFlight++;
    request.response().endHandler(sent -> inFlight--);
  }

  @Override
  public void channelActive(ChannelHandlerContext context) throws Exception {
    start(context);
    super.channelActive(context);
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) throws Exception {
    if (http1 && inFlight == 0 && deadline == null) {
      start(context);
    }
    super.channelRead(context, message);
  }

  @Override
  public void channelInactive(ChannelHandlerContext context) throws Exception {
    cancel();
    onClosed.run();
    super.channelInactive(context);
  }

  private void start(ChannelHandlerContext context) {
    deadline =
        context.executor().schedule(() -> expire(context), headMillis, TimeUnit.MILLISECONDS);
  }

  private static void expire(ChannelHandlerContext context) {
    var unused = context.close();
  }

  private void cancel() {
    if (deadline != null) {
      deadline.cancel(false);
      deadline = null;
    }
  }
}
