package com.throttlex.server.proxy;

import com.throttlex.proxy.ProxyRoute;
import com.throttlex.proxy.ProxySettings;
import com.throttlex.proxy.stored.StoredListener;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;

/** The metrics of stored requests, by route. */
public final class StoredMetrics implements StoredListener {
  private final Map<String, Meters> routes;

  /** Registers the metrics of all routes. */
  public StoredMetrics(ProxySettings settings, MeterRegistry registry) {
    routes =
        settings.routes().stream()
            .map(ProxyRoute::id)
            .collect(Collectors.toUnmodifiableMap(id -> id, id -> new Meters(id, registry)));
  }

  /** The meters of one route. */
  private static final class Meters {
    private final AtomicLong stored = new AtomicLong();
    private final Map<Event, Counter> events = new EnumMap<>(Event.class);

    Meters(String route, MeterRegistry registry) {
      Gauge.builder("throttlex.proxy.stored", stored, AtomicLong::get)
          .description("Requests that are stored now, on all nodes")
          .tag("route", route)
          .register(registry);
      for (Event event : Event.values()) {
        events.put(
            event,
            Counter.builder("throttlex.proxy.stored.events")
                .description("Events of stored requests")
                .tag("route", route)
                .tag("event", event.text())
                .register(registry));
      }
    }
  }

  @Override
  public void happened(ProxyRoute route, Event event, int requests) {
    Objects.requireNonNull(of(route).events.get(event)).increment(requests);
  }

  @Override
  public void stored(ProxyRoute route, long requests) {
    of(route).stored.set(requests);
  }

  private Meters of(ProxyRoute route) {
    return Objects.requireNonNull(routes.get(route.id()));
  }
}
