package com.throttlex.rule;

import java.util.List;

/**
 * The range in which a rule's first limit moves with the health of what it protects.
 *
 * @param min the least amount
 * @param max the largest amount
 * @param health the services whose health it follows; if empty, those that the rule matches, or
 *     else the system
 */
public record Adaptive(long min, long max, List<String> health) {
  /** The source of health signals that name no service. */
  public static final String SYSTEM = "system";

  public Adaptive {
    health = List.copyOf(health);
    if (min < 1 || max < min) {
      throw new IllegalArgumentException(
          "adaptive: {min: " + min + ", max: " + max + "} (expected: 1 <= min <= max)");
    }
  }

  /** Creates a range whose limit follows the health of the services that its rule matches. */
  public Adaptive(long min, long max) {
    this(min, max, List.of());
  }
}
