package com.throttlex.spring.health;

import com.throttlex.adaptive.AdaptiveLimits;
import com.throttlex.adaptive.Signal;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.circuitbreaker.CircuitBreakerRegistry;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The circuit breakers of Resilience4j as health signals.
 *
 * <p>Each circuit breaker is a source by its own name: a rule that follows it is cut when the
 * circuit opens. The part of the circuits that are open is a signal of the application.
 */
final class BreakerSignals {
  private final List<CircuitBreakerRegistry> registries = new ArrayList<>();
  private final Set<String> watched = ConcurrentHashMap.newKeySet();

  BreakerSignals(Iterable<CircuitBreakerRegistry> registries) {
    registries.forEach(this.registries::add);
  }

  /** Registers the circuit breakers that exist, and those that are created later. */
  void watch(AdaptiveLimits limits, List<String> application) {
    if (registries.isEmpty()) {
      return;
    }
    for (CircuitBreakerRegistry registry : registries) {
      registry
          .getEventPublisher()
          .onEntryAdded(added -> watch(limits, registry, added.getAddedEntry().getName()));
      registry.getAllCircuitBreakers().forEach(each -> watch(limits, registry, each.getName()));
    }
    for (String source : application) {
      limits.watch(source, now -> signals());
    }
  }

  private void watch(AdaptiveLimits limits, CircuitBreakerRegistry registry, String name) {
    if (watched.size() < AdaptiveLimits.MOST_SOURCES && watched.add(name)) {
      limits.watch(
          name,
          now ->
              registry
                  .find(name)
                  .map(breaker -> Map.of(Signal.CIRCUIT_BREAKER, open(breaker)))
                  .orElse(Map.of()));
    }
  }

  private Map<Signal, Double> signals() {
    return registries.stream()
        .flatMap(registry -> registry.getAllCircuitBreakers().stream())
        .mapToDouble(BreakerSignals::open)
        .average()
        .stream()
        .boxed()
        .findFirst()
        .map(open -> Map.of(Signal.CIRCUIT_BREAKER, open))
        .orElse(Map.of());
  }

  private static double open(CircuitBreaker breaker) {
    return switch (breaker.getState()) {
      case OPEN, FORCED_OPEN -> 1;
      case HALF_OPEN -> 0.5;
      case CLOSED, DISABLED, METRICS_ONLY -> 0;
    };
  }
}
