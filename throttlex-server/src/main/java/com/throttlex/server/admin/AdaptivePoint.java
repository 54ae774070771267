package com.throttlex.server.admin;

import java.time.Instant;
import java.util.Map;

/**
 * Adaptive limits and the health of their sources at one time.
 *
 * @param health the health of each source that has signals, by name
 * @param limits the limit of each rule, by id
 */
public record AdaptivePoint(Instant at, Map<String, Double> health, Map<String, Long> limits) {
  public AdaptivePoint {
    health = Map.copyOf(health);
    limits = Map.copyOf(limits);
  }
}
