package com.throttlex.spring.actuate;

import java.util.List;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;

/**
 * Says whether decisions are made as they should be.
 *
 * <p>Always up: without its store a rule does what its failure mode says, and to start the
 * application again would not bring the store back. What is wrong is in the details. A status of
 * its own would do worse, as the aggregate leaves out a status whose place in the order nobody set.
 */
final class ThrottleXHealthIndicator implements HealthIndicator {
  private final Conditions conditions;

  ThrottleXHealthIndicator(Conditions conditions) {
    this.conditions = conditions;
  }

  @Override
  public Health health() {
    List<String> problems = conditions.problems();
    Health.Builder health = Health.up().withDetail("degraded", !problems.isEmpty());
    if (!problems.isEmpty()) {
      health.withDetail("problems", problems);
    }
    return health.withDetail("stores", conditions.stores()).build();
  }
}
