package com.throttlex.adaptive;

import java.util.List;

/**
 * A rule whose limit is moved.
 *
 * @param rule its id
 * @param range where its limit moves
 * @param slots whether it limits what is under way at one moment, rather than a rate
 * @param follows the sources whose health it follows
 */
public record Governed(String rule, Range range, boolean slots, List<String> follows) {
  public Governed {
    follows = List.copyOf(follows);
  }

  Controller controller(AdaptiveSettings settings) {
    return slots ? new GradientController(range, settings) : new HealthController(range, settings);
  }
}
