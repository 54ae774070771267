package com.throttlex.proxy;

import io.netty.channel.Channel;
import java.net.InetSocketAddress;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;

/** Bounds the connections of clients, and the time that they may take for a request's head. */
public final class ProxyConnections implements Predicate<Channel> {
  /** The longest time for the head of a request. */
  public static final long HEAD_MILLIS = 10_000;

  private final int most;
  private final long headMillis;
  private volatile ProxyListener listener = ProxyListener.NONE;
  private final AtomicInteger open = new AtomicInteger();
  private volatile int port = -1;

  /** Creates a bound, which applies after {@link #listening}. */
  public ProxyConnections(int most, long headMillis) {
    this.most = most;
    this.headMillis = headMillis;
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
    if (open.incrementAndGet() > most) {
      open.decrementAndGet();
      return false;
    }
    listener.connections(1);
    new ConnectionGuard(this, headMillis).guard(connection);
    return true;
  }

  void closed() {
    open.decrementAndGet();
    listener.connections(-1);
  }
}
