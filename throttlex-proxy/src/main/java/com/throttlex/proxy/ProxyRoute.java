package com.throttlex.proxy;

import com.throttlex.rule.EndpointPattern;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A route: which requests go to which upstreams.
 *
 * @param id the name of the route, which is the service of its requests
 * @param hosts the host names in lower case, {@code *.example.com} for all below one; empty for any
 * @param path the pattern of paths, or null for any
 * @param upstreams the base URLs of the upstreams
 * @param stripPrefix the first segments that are removed from the path, or null
 * @param timeout the longest wait for the head of an answer
 * @param maxBody the most bytes of a request's body
 */
public record ProxyRoute(
    String id,
    Set<String> hosts,
    @Nullable EndpointPattern path,
    List<URI> upstreams,
    @Nullable String stripPrefix,
    Duration timeout,
    long maxBody) {
  /** The longest wait for the head of an answer, unless the configuration has another. */
  public static final Duration DEFAULT_TIMEOUT = Duration.ofSeconds(30);

  /** The most bytes of a body, unless the configuration has another number. */
  public static final long DEFAULT_MAX_BODY = 10L << 20;

  /** Copies the collections. */
  public ProxyRoute {
    hosts = Set.copyOf(hosts);
    upstreams = List.copyOf(upstreams);
  }

  /** Returns whether a route without conditions would match the same requests. */
  public boolean matchesAll() {
    return hosts.isEmpty() && path == null;
  }

  /** Returns whether a request to that host, in lower case and without port, is of this route. */
  public boolean matches(@Nullable String host, String normalPath) {
    return (hosts.isEmpty() || (host != null && matchesHost(host)))
        && (path == null || path.matches(normalPath));
  }

  private boolean matchesHost(String host) {
    if (hosts.contains(host)) {
      return true;
    }
    for (int dot = host.indexOf('.'); dot >= 0; dot = host.indexOf('.', dot + 1)) {
      if (hosts.contains("*" + host.substring(dot))) {
        return true;
      }
    }
    return false;
  }
}
