package com.throttlex.adaptive;

import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Combines several signals into one health.
 *
 * <p>The score is the weighted mean of the known signals, times a factor for the weakest one:
 * {@code 1 - w/W * (1 - h)^2}, where {@code h} is the health of that signal, {@code w} its weight
 * and {@code W} the largest weight. A mean alone hides a failed signal behind those that are idle
 * because of it: with response times out of bounds and idle processors it is 0.6. The square leaves
 * small deviations to the mean. The weight limits the effect of a minor signal, such as a long
 * queue.
 */
final class HealthScore {
  /**
   * Response times up to twice the baseline are healthy: a server that is busy half of its time
   * already doubles them. At eight times the baseline, seven requests wait for each one that is
   * served.
   */
  private static final double GOOD_FACTOR = 2;

  private static final double BAD_FACTOR = 8;

  private final AdaptiveSettings settings;
  private final double baselineMillis;

  HealthScore(AdaptiveSettings settings, double baselineMillis) {
    this.settings = settings;
    this.baselineMillis = baselineMillis;
  }

  Health of(Readings readings) {
    return of(parts(readings));
  }

  /** Returns the health that the healths of single signals add up to. */
  Health of(Map<Signal, Double> parts) {
    double known = 0;
    double sum = 0;
    double weakest = 1;
    for (Map.Entry<Signal, Double> part : parts.entrySet()) {
      double weight = settings.weight(part.getKey());
      known += weight;
      sum += weight * part.getValue();
      weakest = Math.min(weakest, left(weight, part.getValue()));
    }
    if (known == 0) {
      return new Health(Health.UNKNOWN.score(), 0, parts);
    }
    return new Health(Math.min(1, sum / known * weakest), Math.min(1, known), parts);
  }

  private Map<Signal, Double> parts(Readings readings) {
    Map<Signal, Double> parts = new EnumMap<>(Signal.class);
    readings
        .values()
        .forEach(
            (signal, value) -> {
              Bounds bounds = bounds(signal);
              if (bounds != null) {
                parts.put(signal, bounds.health(value));
              }
            });
    return parts;
  }

  private @Nullable Bounds bounds(Signal signal) {
    Bounds bounds = settings.bounds(signal);
    boolean learned = baselineMillis > 0 && baselineMillis < Double.MAX_VALUE / BAD_FACTOR;
    return bounds == null && signal == Signal.RESPONSE_TIME && learned
        ? new Bounds(GOOD_FACTOR * baselineMillis, BAD_FACTOR * baselineMillis)
        : bounds;
  }

  private double left(double weight, double part) {
    double largest = settings.weights().values().stream().mapToDouble(w -> w).max().orElse(1);
    return 1 - weight / largest * (1 - part) * (1 - part);
  }
}
