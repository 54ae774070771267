package com.throttlex.server.proxy;

import com.throttlex.proxy.ProxyExchange;
import com.throttlex.proxy.ProxyListener;
import com.throttlex.proxy.ProxyRoute;
import com.throttlex.proxy.ProxySettings;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.net.URI;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** Metrics of the proxy by route: {@code throttlex.proxy.requests} and others. */
public final class ProxyMetrics implements ProxyListener {
  private final Map<String, RouteMeters> routes;
  private final AtomicInteger connections = new AtomicInteger();

  /** Registers the metrics of all routes. */
  public ProxyMetrics(ProxySettings settings, MeterRegistry registry) {
    routes =
        settings.routes().stream()
            .map(ProxyRoute::id)
            .collect(Collectors.toUnmodifiableMap(id -> id, id -> new RouteMeters(id, registry)));
    Gauge.builder("throttlex.proxy.connections", connections, AtomicInteger::get)
        .description("Open connections of the proxy's clients")
        .register(registry);
  }

  @Override
  public void ended(ProxyExchange exchange) {
    of(exchange.route(), meters -> meters.ended(exchange));
  }

  @Override
  public void retried(ProxyRoute route) {
    of(route, RouteMeters::retried);
  }

  @Override
  public void ejected(ProxyRoute route, URI upstream) {
    of(route, RouteMeters::ejected);
  }

  @Override
  public void connections(int change) {
    connections.addAndGet(change);
  }

  private void of(ProxyRoute route, Consumer<RouteMeters> event) {
    RouteMeters meters = routes.get(route.id());
    if (meters != null) {
      event.accept(meters);
    }
  }
}
