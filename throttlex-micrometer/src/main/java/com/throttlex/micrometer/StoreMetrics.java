package com.throttlex.micrometer;

import com.throttlex.distributed.BreakerState;
import com.throttlex.distributed.GuardListener;
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
 * Counts what happens while a shared store cannot decide: {@code throttlex.fallback}, {@code
 * throttlex.reconciled}, {@code throttlex.store.errors} and {@code throttlex.breaker.state}.
 *
 * <p>Needs {@code throttlex-distributed}, which the rest of this module does without.
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
   * Registers the meters but the breaker's; those of several stores are the same.
   *
   * @param store the store as metrics name it
   * @param place what tells its breaker from others
   */
  public StoreMetrics(MeterRegistry registry, String store, Tags place) {
    this.registry = registry;
    this.store = store;
    this.place = place;
    for (FailureMode mode : FailureMode.values()) {
      fallbacks.put(
          mode,
          Counter.builder("throttlex.fallback")
              .description("Requests that a rule's failure mode answered, without the store")
              .tag("mode", mode.name().toLowerCase(Locale.ROOT))
              .register(registry));
    }
    reconciled =
        Counter.builder("throttlex.reconciled")
            .description("Units admitted without the store that were charged there afterwards")
            .register(registry);
    errors =
        Counter.builder("throttlex.store.errors")
            .description("Questions that the store could not answer, or not in time")
            .tag("store", store)
            .register(registry);
  }

  /** Registers the breaker of a place; the tag {@code shard} tells it from those of others. */
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
                "Whether the store is asked: 0 closed (asked), 1 half open, 2 open (not asked)")
            .tags(place)
            .register(registry);
  }

  /** Removes the breaker, which would be open for ever. */
  @Override
  public void placeGone() {
    Gauge known = gauge;
    if (known != null) {
      registry.remove(known);
    }
  }

  /** Registers how many nodes there are, as {@code throttlex.nodes}. */
  public static void nodes(MeterRegistry registry, Supplier<Number> live) {
    Gauge.builder("throttlex.nodes", live)
        .description("Nodes that share the store")
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
