package com.throttlex.spring.store;

import com.throttlex.TimeSource;
import com.throttlex.micrometer.StoreMetrics;
import com.throttlex.shared.BreakerSettings;
import com.throttlex.shared.GuardListener;
import com.throttlex.shared.SharedSettings;
import com.throttlex.spring.InvalidThrottleXException;
import com.throttlex.spring.ThrottleXProperties;
import com.throttlex.store.MemoryBudget;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The clock, settings and metrics that every store of the application uses.
 *
 * @param time the clock of decisions
 * @param timeout how long a decision in a store may take, or null for the default of the store
 * @param required whether the application does not start while a shared store is not reachable
 * @param expectedNodes how many nodes share the store, until this node has counted them
 * @param breaker the figures of the circuit breaker
 * @param registry takes the metrics, or null
 * @param name the name of the store if it is one of several, or else empty
 */
record StoreContext(
    TimeSource time,
    @Nullable Duration timeout,
    boolean required,
    int expectedNodes,
    BreakerSettings breaker,
    @Nullable MeterRegistry registry,
    String name) {
  private static final int MOST_NODES = 10_000;
  private static final Duration SHORTEST = Duration.ofMillis(10);
  private static final Duration LONGEST = Duration.ofSeconds(10);

  StoreContext {
    if (timeout != null && (timeout.compareTo(SHORTEST) < 0 || timeout.compareTo(LONGEST) > 0)) {
      String problem = timeout.toMillis() + "ms (expected: from 10ms to 10s, such as 250ms)";
      throw new InvalidThrottleXException(List.of("throttlex.store-timeout: " + problem));
    }
    if (expectedNodes < 1 || expectedNodes > MOST_NODES) {
      String problem = expectedNodes + " (expected: a whole number from 1 to " + MOST_NODES + ")";
      throw new InvalidThrottleXException(List.of("throttlex.expected-nodes: " + problem));
    }
  }

  /** Returns the figures of the circuit breaker; throws if one is out of its range. */
  static BreakerSettings breaker(ThrottleXProperties.Breaker breaker) {
    try {
      return new BreakerSettings(breaker.failures(), breaker.openFor());
    } catch (IllegalArgumentException e) {
      throw new InvalidThrottleXException(List.of("throttlex.breaker." + e.getMessage()));
    }
  }

  /** Returns the same for one of several stores. */
  StoreContext named(String store) {
    return new StoreContext(time, timeout, required, expectedNodes, breaker, registry, store);
  }

  /** Returns the name in metrics of a store of that kind. */
  String label(String kind) {
    return name.isEmpty() ? kind : name;
  }

  /** Returns the settings of a shared store of that kind. */
  SharedSettings shared(String kind) {
    GuardListener listener =
        registry == null ? GuardListener.NONE : new StoreMetrics(registry, label(kind), tags());
    return new SharedSettings(time, expectedNodes, listener, MemoryBudget.ofThisProcess(), breaker);
  }

  /** Returns the tags of a circuit breaker; one of several stores has the same names in all. */
  private Tags tags() {
    return name.isEmpty() ? Tags.empty() : Tags.of("store", name, "shard", "");
  }
}
