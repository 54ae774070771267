package com.throttlex.spring.webflux;

import com.throttlex.servlet.Peer;
import com.throttlex.servlet.Peers;
import jakarta.servlet.http.HttpServletRequest;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import org.jspecify.annotations.Nullable;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.http.server.reactive.ServerHttpRequestDecorator;
import org.springframework.util.ClassUtils;
import reactor.netty.http.server.HttpServerRequest;

/**
 * Reads the peers of reactive requests from the server's own request.
 *
 * <p>Spring's request may have an address from a header, which clients can forge. Reactor Netty or
 * {@code ForwardedHeaderTransformer} sets it.
 */
final class ExchangePeers {
  private static final boolean NETTY = isPresent("reactor.netty.http.server.HttpServerRequest");
  private static final boolean SERVLET = isPresent("jakarta.servlet.http.HttpServletRequest");

  private ExchangePeers() {}

  private static boolean isPresent(String name) {
    return ClassUtils.isPresent(name, ExchangePeers.class.getClassLoader());
  }

  /** Returns the peer of a request; without a known server, the request's own address. */
  static Peer of(ServerHttpRequest request) {
    Object received = received(request);
    if (NETTY && received instanceof HttpServerRequest) {
      return OfNetty.peer(received);
    } else if (SERVLET && received instanceof HttpServletRequest) {
      return OfServlet.peer(received);
    }
    return Peer.of(address(request.getRemoteAddress()), name -> request.getHeaders().get(name));
  }

  /** Returns the server's own request, or null if there is none, as in a test. */
  private static @Nullable Object received(ServerHttpRequest request) {
    try {
      return ServerHttpRequestDecorator.getNativeRequest(request);
    } catch (IllegalStateException | IllegalArgumentException e) {
      return null;
    }
  }

  /** Returns an address as text, without resolving a name that a proxy sent. */
  private static String address(@Nullable SocketAddress remote) {
    if (!(remote instanceof InetSocketAddress inet)) {
      return "";
    }
    return inet.isUnresolved() ? inet.getHostString() : inet.getAddress().getHostAddress();
  }

  /** Reads requests of Reactor Netty; loaded only with that library. */
  private static final class OfNetty {
    static Peer peer(Object received) {
      HttpServerRequest request = (HttpServerRequest) received;
      return Peer.of(
          address(request.connectionRemoteAddress()),
          name -> request.requestHeaders().getAll(name));
    }
  }

  /** Reads requests of servlets; loaded only with that library. */
  private static final class OfServlet {
    static Peer peer(Object received) {
      return Peers.of((HttpServletRequest) received);
    }
  }
}
