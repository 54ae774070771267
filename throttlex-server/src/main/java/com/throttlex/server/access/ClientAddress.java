package com.throttlex.server.access;

import com.throttlex.request.TrustedProxies;
import io.vertx.core.MultiMap;
import io.vertx.core.net.SocketAddress;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Finds the address of a client: the socket's peer, or the address that proxies forward. */
public final class ClientAddress {
  /** The address of clients whose connection has none, such as a Unix socket. */
  private static final String LOOPBACK = "127.0.0.1";

  private final TrustedProxies proxies;

  /** Trusts the forwarding headers of these proxies. */
  public ClientAddress(TrustedProxies proxies) {
    this.proxies = proxies;
  }

  /** Returns the canonical address of the client that sent these headers. */
  public String of(@Nullable SocketAddress peer, MultiMap headers) {
    return proxies.clientAddress(
        host(peer), joined(headers, "Forwarded"), joined(headers, "X-Forwarded-For"));
  }

  /** Returns the address for access control; null if the headers do not show it for certain. */
  public @Nullable String certain(@Nullable SocketAddress peer, MultiMap headers) {
    return proxies.certainAddress(
        host(peer), joined(headers, "Forwarded"), joined(headers, "X-Forwarded-For"));
  }

  /** Returns the remote address of a connection, without a zone. */
  public static String host(@Nullable SocketAddress peer) {
    String host = peer == null ? null : peer.hostAddress();
    if (host == null) {
      return LOOPBACK;
    }
    int zone = host.indexOf('%');
    return zone < 0 ? host : host.substring(0, zone);
  }

  private static @Nullable String joined(MultiMap headers, String name) {
    List<String> all = headers.getAll(name);
    return all.isEmpty() ? null : String.join(",", all);
  }
}
