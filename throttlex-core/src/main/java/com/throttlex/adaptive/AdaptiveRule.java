package com.throttlex.adaptive;

import java.util.List;

/**
 * A rule with an adaptive limit.
 *
 * @param rule its id
 * @param range the range of its limit
 * @param slots whether it limits requests in flight, not a rate
 * @param follows the sources whose health it follows
 */
public record AdaptiveRule(String rule, Range range, boolean slots, List<String> follows) {
  public AdaptiveRule {
    follows = List.copyOf(follows);
  }

  /** Returns the settings of the first source that the rule follows. */
  AdaptiveSettings settings(AdaptiveSettings all) {
    return follows.isEmpty() ? all : all.of(follows.get(0));
  }

  Controller controller(AdaptiveSettings all) {
    AdaptiveSettings settings = settings(all);
    return slots ? new GradientController(range, settings) : new HealthController(range, settings);
  }
}
