package com.throttlex.adaptive;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/**
 * The health of a source.
 *
 * @param score from 0 (failed) to 1 (healthy); 0.5 when it is not known
 * @param confidence the part of the signals that are known, from 0 to 1
 * @param parts the health of each known signal
 */
public record Health(double score, double confidence, Map<Signal, Double> parts) {
  /** The health of a source without known signals. */
  public static final Health UNKNOWN = new Health(0.5, 0, Map.of());

  public Health {
    parts = Map.copyOf(parts);
    require("health", score);
    require("confidence", confidence);
    parts.forEach((signal, part) -> require(signal.text(), part));
  }

  /**
   * Returns the health that signals show.
   *
   * @param baselineMillis the usual response time, for response times without bounds; if it is 0,
   *     it is not known and response times are ignored
   */
  public static Health of(Readings readings, AdaptiveSettings settings, double baselineMillis) {
    return of(readings, settings, signal -> signal == Signal.RESPONSE_TIME ? baselineMillis : 0);
  }

  /**
   * Returns the health that signals show.
   *
   * @param baselineMillis the usual response time of a percentile, or 0
   */
  static Health of(
      Readings readings, AdaptiveSettings settings, ToDoubleFunction<Signal> baselineMillis) {
    return new HealthScore(settings, baselineMillis).of(readings);
  }

  /** Returns the health that the healths of single signals add up to. */
  static Health ofParts(Map<Signal, Double> parts, AdaptiveSettings settings) {
    return new HealthScore(settings, signal -> 0).of(parts);
  }

  /** Returns the lowest known health of several, for a source that needs all of them. */
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
