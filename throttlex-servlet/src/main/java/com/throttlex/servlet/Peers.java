package com.throttlex.servlet;

import jakarta.servlet.ServletRequestWrapper;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads the peers of requests.
 *
 * <p>Filters and servers may replace the address of a request by one from a header, and remove the
 * header. Clients can send any header, so limits must not use that address. The peer is read below
 * all wrappers. Code that runs inside a server can {@linkplain #keep keep} it before the server
 * replaces it.
 */
public final class Peers {
  private static final String KEPT = Peer.class.getName();

  private Peers() {}

  /** Returns the peer that was kept, or else the peer of the container's request. */
  public static Peer of(HttpServletRequest request) {
    return request.getAttribute(KEPT) instanceof Peer kept ? kept : received(beneath(request));
  }

  /** Keeps the peer of an unchanged request; later calls for the same request do nothing. */
  public static void keep(HttpServletRequest request, String address) {
    if (!(request.getAttribute(KEPT) instanceof Peer)) {
      request.setAttribute(KEPT, Peer.of(address, name -> values(request, name)));
    }
  }

  private static Peer received(HttpServletRequest request) {
    return Peer.of(request.getRemoteAddr(), name -> values(request, name));
  }

  private static HttpServletRequest beneath(HttpServletRequest request) {
    HttpServletRequest lowest = request;
    while (lowest instanceof ServletRequestWrapper wrapper
        && wrapper.getRequest() instanceof HttpServletRequest wrapped) {
      lowest = wrapped;
    }
    return lowest;
  }

  private static @Nullable List<String> values(HttpServletRequest request, String name) {
    return request.getHeader(name) == null ? null : Collections.list(request.getHeaders(name));
  }
}
