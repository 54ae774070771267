package com.throttlex.proxy;

import java.net.URI;

/** Receives the events of requests and connections, for metrics. */
public interface ProxyListener {
  /** Does nothing. */
  ProxyListener NONE = new ProxyListener() {};

  /** An exchange has ended; it knows its route, its status and its times. */
  default void ended(ProxyExchange exchange) {}

  /** A request is tried once more. */
  default void retried(ProxyRoute route) {}

  /** An upstream was ejected for some seconds. */
  default void ejected(ProxyRoute route, URI upstream) {}

  /** A connection of a client was opened (1) or closed (-1). */
  default void connections(int change) {}
}
