package com.throttlex.proxy;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The settings of the proxy.
 *
 * @param port the port; 0 is any free one, -1 none
 * @param routes the routes; the first that matches a request is used
 * @param maxWaiting the most requests that are held back at one time
 * @param maxConnections the most connections of clients at one time
 */
public record ProxySettings(int port, List<ProxyRoute> routes, int maxWaiting, int maxConnections) {
  /** The port of the proxy, unless the configuration has another. */
  public static final int DEFAULT_PORT = 8000;

  /** The most requests that are held back, unless the configuration has another number. */
  public static final int DEFAULT_MAX_WAITING = 10_000;

  /** The most connections of clients, unless the configuration has another number. */
  public static final int DEFAULT_MAX_CONNECTIONS = 10_000;

  /** No proxy. */
  public static final ProxySettings NONE =
      new ProxySettings(-1, List.of(), DEFAULT_MAX_WAITING, DEFAULT_MAX_CONNECTIONS);

  /** Copies the list. */
  public ProxySettings {
    routes = List.copyOf(routes);
  }

  /** Returns the first route that matches a request, or null. */
  public @Nullable ProxyRoute route(@Nullable String host, String path) {
    for (ProxyRoute route : routes) {
      if (route.matches(host, path)) {
        return route;
      }
    }
    return null;
  }
}
