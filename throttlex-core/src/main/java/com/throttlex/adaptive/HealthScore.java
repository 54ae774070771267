package com.throttlex.adaptive;

import java.util.EnumMap;
import java.util.Map;
import java.util.function.ToDoubleFunction;
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
 *
 * <p>Circuit breakers have no weight. Their health multiplies the score: an open circuit makes it
 * 0, whatever the other signals show, and that is certain. A closed circuit alone is half of the
 * evidence: just enough for a limit to rise again after its circuit has closed.
 */
final class HealthScore {
  /**
   * Response times up to twice the baseline are healthy: a server that is busy half of its time
   * already doubles them. At eight times the baseline, seven requests wait for each one that is
   * served.
   */
  private static final double GOOD_FACTOR = 2;

  private static final double BAD_FACTOR = 8;

  /** The confidence that a closed circuit lacks. */
  private static final double CLOSED_CONFIDENCE = 0.5;

  private final AdaptiveSettings settings;
  private final ToDoubleFunction<Signal> baselineMillis;

  HealthScore(AdaptiveSettings settings, ToDoubleFunction<Signal> baselineMillis) {
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
    Double closed = parts.get(Signal.CIRCUIT_BREAKER);
    if (known == 0 && closed == null) {
      return new Health(Health.UNKNOWN.score(), 0, parts);
    }
    double score = known == 0 ? 1 : Math.min(1, sum / known * weakest);
    double confidence = Math.min(1, known);
    return closed == null
        ? new Health(score, confidence, parts)
        : new Health(score * closed, Math.max(confidence, 1 - CLOSED_CONFIDENCE * closed), parts);
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
    if (bounds != null) {
      return bounds;
    }
    double baseline = baselineMillis.applyAsDouble(signal);
    boolean learned = baseline > 0 && baseline < Double.MAX_VALUE / BAD_FACTOR;
    return learned ? new Bounds(GOOD_FACTOR * baseline, BAD_FACTOR * baseline) : null;
  }

  private double left(double weight, double part) {
    double largest = settings.weights().values().stream().mapToDouble(w -> w).max().orElse(1);
    return 1 - weight / largest * (1 - part) * (1 - part);
  }
}
