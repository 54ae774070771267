package com.throttlex.adaptive;

import java.util.Comparator;
import java.util.List;
import java.util.Map;

/**
 * How well something is.
 *
 * @param score from 0, lost, to 1, well; 0.5 when nothing is known
 * @param confidence how much of what is asked for is known, from 0 to 1
 * @param parts the health by each signal that is known
 */
public record Health(double score, double confidence, Map<Signal, Double> parts) {
  /** Nothing is known. */
  public static final Health UNKNOWN = new Health(0.5, 0, Map.of());

  public Health {
    parts = Map.copyOf(parts);
    require("health", score);
    require("confidence", confidence);
    parts.forEach((signal, part) -> require(signal.text(), part));
  }

  /**
   * The health that signals stand for.
   *
   * @param baselineMillis the response time when all was well, for response times without bounds; 0
   *     when none is known, and then they count as missing
   */
  public static Health of(Readings readings, AdaptiveSettings settings, double baselineMillis) {
    return new HealthScore(settings, baselineMillis).of(readings);
  }

  /** The health that the healths by single signals come to. */
  static Health ofParts(Map<Signal, Double> parts, AdaptiveSettings settings) {
    return new HealthScore(settings, 0).of(parts);
  }

  /** The health of something that needs all of several: that of the weakest that is known. */
  public static Health weakest(List<Health> several) {
    return several.stream()
        .filter(health -> health.confidence() > 0)
        .min(Comparator.comparingDouble(Health::score).thenComparingDouble(Health::confidence))
        .orElse(UNKNOWN);
  }

  private static void require(String name, double value) {
    if (!(value >= 0 && value <= 1)) {
      throw new IllegalArgumentException(name + ": " + value + " (expected: a number from 0 to 1)");
    }
  }
}
