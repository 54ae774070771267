package com.throttlex.server.resp;

import com.throttlex.server.access.Access;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.socket.DuplexChannel;
import io.netty.handler.ssl.SslHandler;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The connection of one client: runs its commands as they arrive, and sends the replies of one read
 * together.
 *
 * <p>It is in Netty's pipeline before the handler of Vert.x, which still manages the connection but
 * sees no bytes. While the client does not read its replies, or many of them are awaited from the
 * store, nothing more is read from it. So the memory for one client is bounded. Everything runs on
 * the connection's event loop.
 */
// A failed write ends the connection, and channelInactive handles that.
@SuppressWarnings("FutureReturnValueIgnored")
final class RespConnection extends ChannelInboundHandlerAdapter {
  private static final Logger LOG = LoggerFactory.getLogger(RespConnection.class);
  private static final int SEND_AT = 64 * 1024;
  private static final long LINGER_SECONDS = 1;

  private final EventLoopSpace space;
  private final RespParser parser = new RespParser();
  private final Input input;
  private final Replies replies;
  private final RespSession session;
  private final AtomicBoolean woken = new AtomicBoolean();
  private @Nullable ChannelHandlerContext context;
  private boolean running;
  private boolean closing;

  /**
   * Creates a connection that an event loop serves.
   *
   * @param access admits clients
   * @param address the client's address
   */
  RespConnection(EventLoopSpace space, Access access, String address) {
    this.space = space;
    input = new Input(space.scratch());
    replies = new Replies(space.out(), this::wake);
    session = new RespSession(space.statistics().opened(), replies, access, address);
  }

  @Override
  public void handlerAdded(ChannelHandlerContext ctx) {
    context = ctx;
  }

  @Override
  public void channelRead(ChannelHandlerContext ctx, Object message) {
    ByteBuf received = (ByteBuf) message;
    try {
      if (!session.ended()) {
        input.append(received);
        run(ctx);
      }
    } finally {
      received.release();
    }
  }

  @Override
  public void channelReadComplete(ChannelHandlerContext ctx) {
    ctx.flush();
    ctx.fireChannelReadComplete();
  }

  @Override
  public void channelWritabilityChanged(ChannelHandlerContext ctx) {
    if (ctx.channel().isWritable()) {
      runAndSend(ctx);
    }
    ctx.fireChannelWritabilityChanged();
  }

  @Override
  public void channelInactive(ChannelHandlerContext ctx) {
    session.end();
    closing = true;
    replies.clear();
    input.clear();
    space.statistics().closed();
    ctx.fireChannelInactive();
  }

  /** Called by the store's threads when an awaited answer has come. */
  private void wake() {
    ChannelHandlerContext ctx = context;
    if (ctx != null && woken.compareAndSet(false, true)) {
      ctx.channel().eventLoop().execute(() -> arrived(ctx));
    }
  }

  private void arrived(ChannelHandlerContext ctx) {
    woken.set(false);
    runAndSend(ctx);
  }

  private void runAndSend(ChannelHandlerContext ctx) {
    if (!running && !closing) {
      run(ctx);
      ctx.flush();
    }
  }

  /** Does all work that is possible now; sending can call this again, and then it does nothing. */
  private void run(ChannelHandlerContext ctx) {
    if (running || closing) {
      return;
    }
    running = true;
    try {
      replies.writeArrived();
      runCommands(ctx);
      write(ctx);
      listen(ctx.channel());
    } catch (Throwable failure) {
      fail(ctx, failure);
    } finally {
      space.out().truncate(0); // other connections of this event loop use the same buffer
      running = false;
    }
    if (session.aborted()) {
      abort(ctx);
    } else if (session.ended() && !replies.awaiting()) {
      close(ctx);
    }
  }

  /**
   * Closes the connection after any failure, including errors of the JVM. Its replies may be
   * incomplete, and must not reach another client.
   */
  private void fail(ChannelHandlerContext ctx, Throwable failure) {
    LOG.error("RESP connection closed: a command failed", failure);
    abort(ctx);
  }

  /** Closes the connection at once and drops unsent replies. */
  private void abort(ChannelHandlerContext ctx) {
    session.end();
    closing = true;
    replies.clear();
    input.clear();
    ctx.close();
  }

  private void runCommands(ChannelHandlerContext ctx) {
    int count = 0;
    while (!session.ended() && !blocked(ctx.channel()) && next()) {
      space.commands().run(parser.arguments(), session);
      count++;
      if (space.out().size() >= SEND_AT) {
        write(ctx);
        ctx.flush();
      }
    }
    input.keepRest();
    space.statistics().ran(count);
  }

  private boolean next() {
    try {
      return parser.next(input, session.admitted());
    } catch (ProtocolException e) {
      session.reply().error("ERR", String.valueOf(e.getMessage()));
      session.end();
      return false;
    }
  }

  private boolean blocked(Channel channel) {
    return !channel.isWritable() || replies.full();
  }

  private void write(ChannelHandlerContext ctx) {
    RespWriter out = space.out();
    if (out.size() > 0) {
      ByteBuf buffer = ctx.alloc().ioBuffer(out.size());
      out.drainTo(buffer);
      ctx.write(buffer);
    }
  }

  private void listen(Channel channel) {
    boolean wanted = session.ended() || !blocked(channel);
    if (channel.config().isAutoRead() != wanted) {
      channel.config().setAutoRead(wanted);
    }
  }

  /**
   * Closes after the replies are sent. For a moment, further bytes of the client are read and
   * dropped: a connection that is closed with unread bytes is reset, and the last reply would be
   * lost.
   */
  private void close(ChannelHandlerContext ctx) {
    closing = true;
    input.clear();
    ctx.writeAndFlush(ctx.alloc().buffer(0)).addListener(sent -> hangUp(ctx.channel()));
  }

  private static void hangUp(Channel channel) {
    boolean plain = channel.pipeline().get(SslHandler.class) == null;
    if (plain && channel instanceof DuplexChannel duplex && channel.isActive()) {
      duplex.shutdownOutput();
      channel.eventLoop().schedule(() -> channel.close(), LINGER_SECONDS, TimeUnit.SECONDS);
    } else {
      channel.close();
    }
  }
}
