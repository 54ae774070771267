package com.throttlex.rule;

import java.util.List;

/**
 * The range within which a rule's limit, the first where it has several, moves with the health of
 * what it protects.
 *
 * @param min the least amount
 * @param max the largest amount
 * @param health whose health it follows, by the names of services; none stands for the services
 *     that the rule matches, or else for the system
 */
public record Adaptive(long min, long max, List<String> health) {
  /** The name of everything that is not said to be of a service. */
  public static final String SYSTEM = "system";

  public Adaptive {
    health = List.copyOf(health);
    if (min < 1 || max < min) {
      throw new IllegalArgumentException(
          "adaptive: {min: " + min + ", max: " + max + "} (expected: 1 <= min <= max)");
    }
  }

  /** A range in which a limit follows what its rule matches. */
  public Adaptive(long min, long max) {
    this(min, max, List.of());
  }
}
