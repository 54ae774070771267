package com.throttlex.server.proxy;

import com.throttlex.proxy.waiting.WaitingListener;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** The metrics of requests that the proxy holds. */
public final class WaitingMetrics implements WaitingListener {
  private final MeterRegistry registry;
  private final Map<WaitEnd, Timer> ends = new EnumMap<>(WaitEnd.class);
  private final Counter refused;

  /** Registers the metrics. */
  public WaitingMetrics(MeterRegistry registry) {
    this.registry = registry;
    for (WaitEnd how : WaitEnd.values()) {
      ends.put(
          how,
          Timer.builder("throttlex.proxy.waited")
              .description("Time that requests were held, by the way their wait ended")
              .tag("end", how.name().toLowerCase(Locale.ROOT))
              .serviceLevelObjectives(
                  Duration.ofMillis(10),
                  Duration.ofMillis(100),
                  Duration.ofSeconds(1),
                  Duration.ofSeconds(10))
              .register(registry));
    }
    refused =
        Counter.builder("throttlex.proxy.waiting.refused")
            .description("Requests refused because proxy.max-waiting was reached")
            .register(registry);
  }

  /** Registers the number of requests that wait now. */
  public void waiting(Supplier<Number> now) {
    Gauge.builder("throttlex.proxy.waiting", now)
        .description("Requests that are held now")
        .register(registry);
  }

  @Override
  public void ended(WaitEnd how, long nanos) {
    Objects.requireNonNull(ends.get(how)).record(nanos, TimeUnit.NANOSECONDS);
  }

  @Override
  public void refused() {
    refused.increment();
  }
}
