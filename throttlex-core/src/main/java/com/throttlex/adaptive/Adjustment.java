package com.throttlex.adaptive;

import java.util.Map;

/**
 * A limit that has moved, and why.
 *
 * @param rule the rule's id
 * @param from the limit before
 * @param to the limit since
 * @param mode who moved it
 * @param reason in a few words
 * @param health the health that it followed
 * @param terms the numbers behind it, by name
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
