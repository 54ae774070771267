package com.throttlex.tck.servers;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * A network that can fail: listens on 127.0.0.1 and forwards everything to a port there and back,
 * until a fault is set.
 *
 * <p>A fault applies to present and new connections, until the next fault is set. A connection that
 * lost bytes to {@link #blackhole()} is closed when that fault ends: after a gap, answers would
 * belong to other requests. At most 200 connections are open at a time; further ones are closed at
 * once.
 */
public final class FaultProxy implements AutoCloseable {
  private static final int MOST_LINKS = 200;
  private static final long CLOSE_MILLIS = 10_000;

  private final int target;
  private final int port = Ports.free();
  private final Set<FaultyLink> links = ConcurrentHashMap.newKeySet();
  private volatile Fault fault = Fault.NONE;
  private @Nullable Listener listener;
  private boolean closed;

  /** The open port; the system closes it only when no thread waits on it any more. */
  private record Listener(ServerSocket socket, Thread thread) {
    void close() {
      try {
        socket.close();
        thread.join(CLOSE_MILLIS);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
      if (thread.isAlive()) {
        throw new IllegalStateException("port " + socket.getLocalPort() + ": still open");
      }
    }
  }

  private FaultProxy(int target) {
    this.target = target;
  }

  /** Starts a proxy in front of a port of 127.0.0.1, without a fault. */
  public static FaultProxy to(int port) {
    FaultProxy proxy = new FaultProxy(port);
    proxy.pass();
    return proxy;
  }

  /** The port for clients; it stays the same. */
  public int port() {
    return port;
  }

  /** Removes the fault. */
  public void pass() {
    set(Fault.NONE);
  }

  /** Delays every byte to the server, so that a round trip takes this much longer. */
  public void delay(Duration delay) {
    if (delay.isNegative()) {
      throw new IllegalArgumentException("delay: " + delay + " (expected: not negative)");
    }
    set(Fault.delay(delay));
  }

  /** Accepts connections and drops the bytes of both sides. */
  public void blackhole() {
    set(Fault.BLACKHOLE);
  }

  /** Closes all connections and refuses new ones. */
  public void cut() {
    set(Fault.CUT);
  }

  private synchronized void set(Fault next) {
    if (closed) {
      throw new IllegalStateException("proxy: closed (expected: open)");
    }
    fault = next;
    if (next.refuses()) {
      refuse();
    } else {
      links.forEach(FaultyLink::closeIfBroken);
      listen();
    }
  }

  private void listen() {
    if (listener != null) {
      return;
    }
    try {
      ServerSocket socket = new ServerSocket();
      // Former connections of this port still linger after a cut.
      socket.setReuseAddress(true);
      socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), MOST_LINKS);
      listener = new Listener(socket, FaultyLink.daemon(() -> accept(socket)));
      listener.thread.start();
    } catch (IOException e) {
      throw new UncheckedIOException("port " + port + ": taken (expected: free)", e);
    }
  }

  private void accept(ServerSocket socket) {
    while (!socket.isClosed()) {
      try {
        open(socket.accept());
      } catch (IOException e) {
        // The listener was closed, or the client has disconnected again.
      }
    }
  }

  private void open(Socket client) {
    FaultyLink link = new FaultyLink(client, () -> fault, links::remove);
    if (links.size() >= MOST_LINKS) {
      link.close();
      return;
    }
    links.add(link);
    link.open(target);
    // A concurrent cut may have missed this link.
    if (fault.refuses()) {
      link.close();
    }
  }

  private void refuse() {
    if (listener != null) {
      listener.close();
      listener = null;
    }
    links.forEach(FaultyLink::close);
  }

  @Override
  public synchronized void close() {
    closed = true;
    fault = Fault.CUT;
    refuse();
  }
}
