package com.throttlex.spring.actuate;

import com.throttlex.adaptive.AdaptiveStatus;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;

/**
 * Says whether decisions are made as they should be.
 *
 * <p>Always up: without its store a rule does what its failure mode says, and to start the
 * application again would not bring the store back. Nor would it help a system whose limits follow
 * its health down. What is wrong is in the details. A status of its own would do worse, as the
 * aggregate leaves out a status whose place in the order nobody set.
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
