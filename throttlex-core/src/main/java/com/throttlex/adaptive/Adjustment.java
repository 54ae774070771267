package com.throttlex.adaptive;

import java.util.Map;

/**
 * A move of a limit, and its reason.
 *
 * @param rule the rule's id
 * @param from the limit before
 * @param to the limit after
 * @param mode who moved it
 * @param reason the reason in a few words
 * @param health the health that it followed
 * @param terms the numbers behind the reason, by name
 */
public record Adjustment(
    String rule,
    long from,
    long to,
    AdaptiveMode mode,
    String reason,
    Health health,
    Map<String, Double> terms) {
  public Adjustment {
    terms = Map.copyOf(terms);
  }
}
