package com.throttlex.adaptive;

import java.util.List;

/**
 * A rule whose limit follows health.
 *
 * @param rule its id
 * @param range where its limit moves
 * @param slots whether it limits requests in flight, rather than a rate
 * @param follows the sources whose health it follows
 */
public record AdaptiveRule(String rule, Range range, boolean slots, List<String> follows) {
  public AdaptiveRule {
    follows = List.copyOf(follows);
  }

  Controller controller(AdaptiveSettings settings) {
    return slots ? new GradientController(range, settings) : new HealthController(range, settings);
  }
}
