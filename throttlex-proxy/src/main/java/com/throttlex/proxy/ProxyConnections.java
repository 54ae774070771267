package com.throttlex.proxy;

import com.throttlex.request.TrustedProxies;
import io.netty.channel.Channel;
import java.net.InetSocketAddress;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Bounds the connections of clients, and the time that they may take for a request's head. */
public final class ProxyConnections implements Predicate<Channel> {
  /** The longest time for the head of a request. */
  public static final long HEAD_MILLIS = 10_000;

  private final ConnectionPlaces places;
  private final long headMillis;
  private final TrustedProxies proxies;
  private volatile ProxyListener listener = ProxyListener.NONE;
  private volatile int port = -1;

  /** Creates a bound, which applies after {@link #listening}. */
  public ProxyConnections(int most, long headMillis, TrustedProxies proxies) {
    places = new ConnectionPlaces(most);
    this.headMillis = headMillis;
    this.proxies = proxies;
  }

  /** Sets the port of the proxy; connections of other ports are not bounded. */
  public void listening(int at, ProxyListener told) {
    listener = told;
    port = at;
  }

  /** Returns whether a connection may stay that was just accepted; nothing was read from it. */
  @Override
  public boolean test(Channel connection) {
    boolean ours =
        connection.localAddress() instanceof InetSocketAddress local && local.getPort() == port;
    if (!ours) {
      return true;
    }
    Runnable place = places.take(client(connection), connection);
    if (place == null) {
      return false;
    }
    listener.connections(1);
    new ConnectionGuard(() -> closed(place), headMillis).guard(connection);
    return true;
  }

  /** Returns the address of a client, or null if the peer is a trusted proxy. */
  public @Nullable String client(Channel connection) {
    if (!(connection.remoteAddress() instanceof InetSocketAddress remote)) {
      return null; // closed in the meantime
    }
    String peer = ProxyHeaders.withoutZone(remote.getAddress().getHostAddress());
    return proxies.trusts(peer) ? null : proxies.clientAddress(peer, null, null);
  }

  private void closed(Runnable place) {
    place.run();
    listener.connections(-1);
  }
}
