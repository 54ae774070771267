package com.throttlex.spring.actuate;

import com.throttlex.adaptive.AdaptiveStatus;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;

/**
 * Reports whether decisions are made as configured.
 *
 * <p>It is always up. Without its store, a rule follows {@code on-store-failure}, and a restart of
 * the application would not make the store available. A restart would not help an overloaded system
 * either. Problems are in the details. A status of its own would be worse: the aggregate ignores a
 * status without a configured order.
 */
final class ThrottleXHealthIndicator implements HealthIndicator {
  private final Conditions conditions;
  private final Supplier<AdaptiveStatus> adaptive;

  ThrottleXHealthIndicator(Conditions conditions, Supplier<AdaptiveStatus> adaptive) {
    this.conditions = conditions;
    this.adaptive = adaptive;
  }

  @Override
  public Health health() {
    List<String> problems = conditions.problems();
    Health.Builder health = Health.up().withDetail("degraded", !problems.isEmpty());
    if (!problems.isEmpty()) {
      health.withDetail("problems", problems);
    }
    List<Map<String, Object>> lowered = ShownAdaptive.lowered(adaptive.get());
    if (!lowered.isEmpty()) {
      health.withDetail("lowered-limits", lowered);
    }
    return health.withDetail("stores", conditions.stores()).build();
  }
}
