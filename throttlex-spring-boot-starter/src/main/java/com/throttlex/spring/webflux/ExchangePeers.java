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
 * <p>Spring's request may have the address that a header names: Reactor Netty or {@code
 * ForwardedHeaderTransformer} has put it there, and clients can write headers.
 */
final class ExchangePeers {
  private static final boolean NETTY = isPresent("reactor.netty.http.server.HttpServerRequest");
  private static final boolean SERVLET = isPresent("jakarta.servlet.http.HttpServletRequest");

  private ExchangePeers() {}

  private static boolean isPresent(String name) {
    return ClassUtils.isPresent(name, ExchangePeers.class.getClassLoader());
  }

  /** Returns the peer of a request; of one without a known server, what the request says. */
  static Peer of(ServerHttpRequest request) {
    Object received = received(request);
    if (NETTY && received instanceof HttpServerRequest) {
      return OfNetty.peer(received);
    } else if (SERVLET && received instanceof HttpServletRequest) {
      return OfServlet.peer(received);
    }
    return Peer.of(address(request.getRemoteAddress()), name -> request.getHeaders().get(name));
  }

  /** The server's own request, or null when there is none, as in a test without a server. */
  private static @Nullable Object received(ServerHttpRequest request) {
    try {
      return ServerHttpRequestDecorator.getNativeRequest(request);
    } catch (IllegalStateException | IllegalArgumentException e) {
      return null;
    }
  }

  /** An address that a proxy has named is not resolved. */
  private static String address(@Nullable SocketAddress remote) {
    if (!(remote instanceof InetSocketAddress inet)) {
      return "";
    }
    return inet.isUnresolved() ? inet.getHostString() : inet.getAddress().getHostAddress();
  }

  /** Loaded only where there is Reactor Netty. */
  private static final class OfNetty {
    static Peer peer(Object received) {
      HttpServerRequest request = (HttpServerRequest) received;
      return Peer.of(
          address(request.connectionRemoteAddress()),
          name -> request.requestHeaders().getAll(name));
    }
  }

  /** Loaded only where there are servlets. */
  private static final class OfServlet {
    static Peer peer(Object received) {
      return Peers.of((HttpServletRequest) received);
    }
  }
}
