package com.throttlex.proxy;

import com.throttlex.ThrottleX;
import com.throttlex.TimeSource;
import com.throttlex.proxy.upstream.UpstreamClients;
import com.throttlex.proxy.upstream.UpstreamGroup;
import com.throttlex.request.TrustedProxies;
import io.vertx.core.Vertx;
import io.vertx.core.internal.VertxInternal;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Collectors;

/**
 * The parts that all exchanges share.
 *
 * @param settings the routes and limits of the proxy
 * @param throttlex decides requests
 * @param reader reads what rules use from a request
 * @param answers writes the answers of the proxy itself
 * @param proxies the trusted proxies
 * @param hooks the places where other parts take part
 * @param clients the connections to upstreams
 * @param groups the upstreams by the id of their route
 */
public record ProxyParts(
    Vertx vertx,
    ProxySettings settings,
    ThrottleX throttlex,
    TimeSource time,
    ContextReader reader,
    ProxyAnswers answers,
    TrustedProxies proxies,
    ProxyHooks hooks,
    UpstreamClients clients,
    Map<String, UpstreamGroup> groups) {

  /** Creates parts with new connections to the upstreams. */
  public static ProxyParts of(
      Vertx vertx,
      ProxySettings settings,
      ThrottleX throttlex,
      TimeSource time,
      ContextReader reader,
      ProxyAnswers answers,
      TrustedProxies proxies,
      ProxyHooks hooks) {
    Map<String, UpstreamGroup> groups =
        settings.routes().stream()
            .collect(Collectors.toUnmodifiableMap(ProxyRoute::id, ProxyParts::group));
    return new ProxyParts(
        vertx,
        settings,
        throttlex,
        time,
        reader,
        answers,
        proxies,
        hooks,
        new UpstreamClients(vertx),
        groups);
  }

  private static UpstreamGroup group(ProxyRoute route) {
    return new UpstreamGroup(
        route.upstreams(), bound -> ThreadLocalRandom.current().nextInt(bound));
  }

  /** Returns whether requests are traced, so that the proxy has spans of its own. */
  boolean isTraced() {
    return ((VertxInternal) vertx).tracer() != null;
  }

  /** Returns the upstreams of a route. */
  public UpstreamGroup upstreams(ProxyRoute route) {
    UpstreamGroup group = groups.get(route.id());
    if (group == null) {
      throw new IllegalArgumentException("route: " + route.id() + " (expected: a known one)");
    }
    return group;
  }
}
