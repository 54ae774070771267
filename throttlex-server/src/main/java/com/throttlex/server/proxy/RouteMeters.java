package com.throttlex.server.proxy;

import com.throttlex.proxy.ProxyExchange;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The meters of one route. */
final class RouteMeters {
  private static final Duration[] STEPS =
      Stream.of(100, 250, 500, 1_000, 2_500, 5_000, 10_000, 25_000, 50_000, 100_000, 250_000)
          .map(micros -> Duration.ofNanos(micros * 1_000L))
          .toArray(Duration[]::new);

  private static final Duration[] LONG_STEPS =
      Stream.concat(
              Stream.of(STEPS),
              Stream.of(500, 1_000, 2_500, 5_000, 10_000, 30_000).map(Duration::ofMillis))
          .toArray(Duration[]::new);

  private static final int CLASSES = 6;

  private final Counter[] requests;
  private final Timer upstream;
  private final Timer own;
  private final Counter retries;
  private final Counter ejections;

  RouteMeters(String route, MeterRegistry registry) {
    requests =
        IntStream.range(0, CLASSES)
            .mapToObj(
                hundreds ->
                    Counter.builder("throttlex.proxy.requests")
                        .description("Requests by class of their status; none if the client left")
                        .tag("route", route)
                        .tag("status", hundreds == 0 ? "none" : hundreds + "xx")
                        .register(registry))
            .toArray(Counter[]::new);
    upstream =
        Timer.builder("throttlex.proxy.upstream")
            .description("Time from the admission of a request to the head of its answer")
            .tag("route", route)
            .serviceLevelObjectives(LONG_STEPS)
            .register(registry);
    own =
        Timer.builder("throttlex.proxy.own")
            .description("Time from the arrival of a request to its admission or denial")
            .tag("route", route)
            .serviceLevelObjectives(STEPS)
            .register(registry);
    retries =
        Counter.builder("throttlex.proxy.retries")
            .description("Requests that were tried once more")
            .tag("route", route)
            .register(registry);
    ejections =
        Counter.builder("throttlex.proxy.ejections")
            .description("Upstreams that were ejected because they failed")
            .tag("route", route)
            .register(registry);
  }

  void ended(ProxyExchange exchange) {
    int hundreds = exchange.request().response().headWritten() ? exchange.status() / 100 : 0;
    requests[hundreds < CLASSES ? hundreds : 0].increment();
    long admitted = exchange.admittedNanos();
    long decided = admitted == 0 ? exchange.endNanos() : admitted;
    own.record(decided - exchange.beganNanos() - exchange.heldNanos(), TimeUnit.NANOSECONDS);
    if (exchange.headNanos() != 0) {
      upstream.record(exchange.headNanos() - admitted, TimeUnit.NANOSECONDS);
    }
  }

  void retried() {
    retries.increment();
  }

  void ejected() {
    ejections.increment();
  }
}
