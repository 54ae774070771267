package com.throttlex.server;

import io.netty.bootstrap.Bootstrap;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFactory;
import io.netty.channel.ChannelHandler.Sharable;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.ServerChannel;
import io.netty.channel.socket.DatagramChannel;
import io.netty.channel.socket.InternetProtocolFamily;
import io.vertx.core.datagram.DatagramSocketOptions;
import io.vertx.core.net.ClientOptionsBase;
import io.vertx.core.net.NetServerOptions;
import io.vertx.core.spi.transport.Transport;
import java.net.SocketAddress;
import java.util.concurrent.ThreadFactory;
import java.util.function.Predicate;

/**
 * A transport that asks before each accepted connection whether it may stay.
 *
 * <p>Vert.x shows a connection to its handlers only after the first bytes of a request. A client
 * that opens connections and sends nothing would stay unseen.
 */
@SuppressWarnings("deprecation") // the contract of Vert.x has a deprecated type of Netty
final class GuardedTransport implements Transport {
  private final Transport transport;
  private final Acceptor acceptor;

  private GuardedTransport(Transport transport, Predicate<Channel> guard) {
    this.transport = transport;
    acceptor = new Acceptor(guard);
  }

  /** Returns the native transport of this machine if it has one, with a guard. */
  static io.vertx.core.transport.Transport of(Predicate<Channel> guard) {
    io.vertx.core.transport.Transport own = io.vertx.core.transport.Transport.nativeTransport();
    io.vertx.core.transport.Transport best =
        own != null && own.available() ? own : io.vertx.core.transport.Transport.NIO;
    Transport guarded = new GuardedTransport(best.implementation(), guard);
    return new io.vertx.core.transport.Transport() {
      @Override
      public String name() {
        return best.name();
      }

      @Override
      public boolean available() {
        return best.available();
      }

      @Override
      public Throwable unavailabilityCause() {
        return best.unavailabilityCause();
      }

      @Override
      public Transport implementation() {
        return guarded;
      }
    };
  }

  /** Sees the connections that a server socket accepts. */
  @Sharable
  private static final class Acceptor extends ChannelInboundHandlerAdapter {
    private final Predicate<Channel> guard;

    Acceptor(Predicate<Channel> guard) {
      this.guard = guard;
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) throws Exception {
      if (message instanceof Channel connection && !guard.test(connection)) {
        connection.unsafe().closeForcibly();
      } else {
        super.channelRead(context, message);
      }
    }
  }

  @Override
  public void configure(NetServerOptions options, boolean domainSocket, ServerBootstrap bootstrap) {
    transport.configure(options, domainSocket, bootstrap);
    bootstrap.handler(acceptor);
  }

  @Override
  public boolean supportsDomainSockets() {
    return transport.supportsDomainSockets();
  }

  @Override
  public boolean supportFileRegion() {
    return transport.supportFileRegion();
  }

  @Override
  public boolean isAvailable() {
    return transport.isAvailable();
  }

  @Override
  public Throwable unavailabilityCause() {
    return transport.unavailabilityCause();
  }

  @Override
  public SocketAddress convert(io.vertx.core.net.SocketAddress address) {
    return transport.convert(address);
  }

  @Override
  public io.vertx.core.net.SocketAddress convert(SocketAddress address) {
    return transport.convert(address);
  }

  @Override
  public IoHandlerFactory ioHandlerFactory() {
    return transport.ioHandlerFactory();
  }

  @Override
  public EventLoopGroup eventLoopGroup(
      int type, int threads, ThreadFactory threadFactory, int ioRatio) {
    return transport.eventLoopGroup(type, threads, threadFactory, ioRatio);
  }

  @Override
  public DatagramChannel datagramChannel() {
    return transport.datagramChannel();
  }

  @Override
  public DatagramChannel datagramChannel(InternetProtocolFamily family) {
    return transport.datagramChannel(family);
  }

  @Override
  public ChannelFactory<? extends Channel> channelFactory(boolean domainSocket) {
    return transport.channelFactory(domainSocket);
  }

  @Override
  public ChannelFactory<? extends ServerChannel> serverChannelFactory(boolean domainSocket) {
    return transport.serverChannelFactory(domainSocket);
  }

  @Override
  public void configure(DatagramChannel channel, DatagramSocketOptions options) {
    transport.configure(channel, options);
  }

  @Override
  public void configure(
      ClientOptionsBase options, int connectTimeout, boolean domainSocket, Bootstrap bootstrap) {
    transport.configure(options, connectTimeout, domainSocket, bootstrap);
  }
}
