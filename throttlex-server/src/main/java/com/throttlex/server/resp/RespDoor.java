package com.throttlex.server.resp;

import com.throttlex.ThrottleX;
import com.throttlex.server.access.Access;
import com.throttlex.server.access.ClientAddress;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultithreadEventLoopGroup;
import io.vertx.core.DeploymentOptions;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.internal.VertxInternal;
import io.vertx.core.internal.net.NetSocketInternal;
import io.vertx.core.net.NetServer;
import io.vertx.core.net.NetServerOptions;
import io.vertx.core.net.NetSocket;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * The door for Redis clients: {@code CL.THROTTLE}, {@code TX.CHECK}, {@code TX.SETTLE} and the
 * commands that clients need to connect, in version 2 of the Redis protocol.
 *
 * <p>Every event loop of Vert.x serves a part of the connections.
 */
public final class RespDoor {
  /** The port number by which Vert.x uses any free port, the same for all instances. */
  private static final int ANY_PORT = -1;

  private final Vertx vertx;
  private final ThrottleX throttlex;
  private final int ipv6Prefix;
  private final NetServerOptions options;
  private final Access access;
  private final DoorStatistics statistics = new DoorStatistics();
  private final AtomicInteger port = new AtomicInteger();
  private volatile @Nullable String deployment;

  /**
   * Creates a door that is not open yet.
   *
   * @param ipv6Prefix how many bits of an IPv6 address count
   * @param options TLS, idle timeout and others
   * @param access admits clients
   */
  public RespDoor(
      Vertx vertx, ThrottleX throttlex, int ipv6Prefix, NetServerOptions options, Access access) {
    this.vertx = vertx;
    this.throttlex = throttlex;
    this.ipv6Prefix = ipv6Prefix;
    this.options = new NetServerOptions(options);
    this.access = access;
  }

  /** Opens the door, on any free port for 0; returns the port. */
  public Future<Integer> listen(int port, String host) {
    options.setPort(port == 0 ? ANY_PORT : port).setHost(host);
    DeploymentOptions everywhere = new DeploymentOptions().setInstances(eventLoops(vertx));
    return vertx
        .deployVerticle(Listener::new, everywhere)
        .map(
            id -> {
              deployment = id;
              return this.port.get();
            });
  }

  /** Closes the door and all its connections. */
  public Future<Void> close() {
    String id = deployment;
    deployment = null;
    return id == null ? Future.succeededFuture() : vertx.undeploy(id);
  }

  private static int eventLoops(Vertx vertx) {
    EventLoopGroup group = ((VertxInternal) vertx).nettyEventLoopGroup();
    return group instanceof MultithreadEventLoopGroup several
        ? several.executorCount()
        : VertxOptions.DEFAULT_EVENT_LOOP_POOL_SIZE;
  }

  /** The part of the door that one event loop serves. */
  private final class Listener extends VerticleBase {
    private final EventLoopSpace space =
        new EventLoopSpace(new Commands(throttlex, ipv6Prefix, statistics), statistics);

    @Override
    public Future<?> start() {
      NetServer server = vertx.createNetServer(options).connectHandler(this::connected);
      return server.listen().onSuccess(listening -> port.set(listening.actualPort()));
    }

    private void connected(NetSocket socket) {
      socket.exceptionHandler(failure -> {}); // a disconnected client is not worth a log line
      ChannelHandlerContext handler = ((NetSocketInternal) socket).channelHandlerContext();
      String address = ClientAddress.host(socket.remoteAddress());
      RespConnection connection = new RespConnection(space, access, address);
      handler.pipeline().addBefore(handler.name(), "resp", connection);
    }
  }
}
