package com.throttlex.micrometer;

import com.throttlex.shared.BreakerState;
import com.throttlex.shared.Discrepancy;
import com.throttlex.shared.GuardListener;
import com.throttlex.store.FailureMode;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Meters of the fallback of a shared store: {@code throttlex.fallback}, {@code
 * throttlex.reconciled}, {@code throttlex.store.errors} and {@code throttlex.breaker.state}.
 *
 * <p>Needs {@code throttlex-shared-store}; the rest of this module does not.
 */
public final class StoreMetrics implements GuardListener {
  private final MeterRegistry registry;
  private final String store;
  private final Tags place;
  private final Map<FailureMode, Counter> fallbacks = new EnumMap<>(FailureMode.class);
  private final Counter reconciled;
  private final Counter errors;
  private volatile @Nullable Gauge gauge;
  private volatile BreakerState breaker = BreakerState.CLOSED;

  /**
   * Registers all meters except the circuit breaker's; several stores share them.
   *
   * @param store the name of the store in metrics
   * @param place the tags of its circuit breaker
   */
  public StoreMetrics(MeterRegistry registry, String store, Tags place) {
    this.registry = registry;
    this.store = store;
    this.place = place;
    for (FailureMode mode : FailureMode.values()) {
      fallbacks.put(
          mode,
          Counter.builder("throttlex.fallback")
              .description("Decisions made in fallback, by on-store-failure")
              .tag("mode", mode.name().toLowerCase(Locale.ROOT))
              .register(registry));
    }
    reconciled =
        Counter.builder("throttlex.reconciled")
            .description("Units admitted in fallback and charged to the store afterwards")
            .register(registry);
    errors =
        Counter.builder("throttlex.store.errors")
            .description("Calls that failed or timed out in the store")
            .tag("store", store)
            .register(registry);
  }

  /** Registers the circuit breaker of a place, with its name in the tag {@code shard}. */
  @Override
  public StoreMetrics at(String name) {
    StoreMetrics metrics =
        name.isEmpty() ? this : new StoreMetrics(registry, store, place.and("shard", name));
    metrics.registerBreaker();
    return metrics;
  }

  private void registerBreaker() {
    gauge =
        Gauge.builder("throttlex.breaker.state", this, metrics -> number(metrics.breaker))
            .description(
                "Circuit breaker of the store: 0 closed (in use), 1 half open, 2 open (not called)")
            .tags(place)
            .register(registry);
  }

  /** Removes the meter of the circuit breaker, which would stay open for ever. */
  @Override
  public void placeGone() {
    Gauge known = gauge;
    if (known != null) {
      registry.remove(known);
    }
  }

  /** Registers the number of nodes, as {@code throttlex.nodes}. */
  public static void nodes(MeterRegistry registry, Supplier<Number> live) {
    Gauge.builder("throttlex.nodes", live)
        .description("Nodes that share the store")
        .register(registry);
  }

  /**
   * Registers {@code throttlex.discrepancy.units} and {@code throttlex.discrepancy.bound.units}, by
   * {@code kind}.
   */
  public static void discrepancy(MeterRegistry registry, Supplier<Discrepancy> now) {
    discrepancy(registry, "leased", () -> now.get().leased(), () -> now.get().leasedBound());
    discrepancy(
        registry,
        "unreconciled",
        () -> now.get().unreconciled(),
        () -> now.get().unreconciledBound());
  }

  private static void discrepancy(
      MeterRegistry registry, String kind, Supplier<Number> units, Supplier<Number> bound) {
    Gauge.builder("throttlex.discrepancy.units", units)
        .description(
            "Units that this node and the store count differently: held by leases, or admitted in"
                + " fallback and not yet charged to the store")
        .tag("kind", kind)
        .register(registry);
    Gauge.builder("throttlex.discrepancy.bound.units", bound)
        .description("Bound of the discrepancy: the most units that it can have")
        .tag("kind", kind)
        .register(registry);
  }

  private static int number(BreakerState state) {
    return switch (state) {
      case CLOSED -> 0;
      case HALF_OPEN -> 1;
      case OPEN -> 2;
    };
  }

  @Override
  public void fallback(FailureMode mode) {
    Counter counter = fallbacks.get(mode);
    if (counter != null) {
      counter.increment();
    }
  }

  @Override
  public void storeFailed() {
    errors.increment();
  }

  @Override
  public void breakerChanged(BreakerState state) {
    breaker = state;
  }

  @Override
  public void reconciled(long units) {
    reconciled.increment((double) units);
  }
}
