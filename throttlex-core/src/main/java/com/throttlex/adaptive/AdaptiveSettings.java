package com.throttlex.adaptive;

import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The settings of adaptive limits.
 *
 * @param weights the weight of each signal in health; signals without a weight do not count
 * @param thresholds the health levels at which limits are cut, held or raised
 * @param bounds the good and bad values of signals; response times without bounds are compared with
 *     the usual ones
 * @param gains how strongly limits react
 * @param interval how often health is evaluated
 * @param changeInterval the shortest time between two changes of a limit
 * @param staleAfter how long a pushed signal is valid
 * @param services the settings of single services, which have the same intervals
 */
public record AdaptiveSettings(
    Map<Signal, Double> weights,
    Thresholds thresholds,
    Map<Signal, Bounds> bounds,
    Gains gains,
    Duration interval,
    Duration changeInterval,
    Duration staleAfter,
    Map<String, AdaptiveSettings> services) {
  /**
   * The weights of further signals, which join the default weights where they are known. The score
   * is a mean of what is known, so without them nothing changes.
   */
  private static final Map<Signal, Double> JOINING = Map.of(Signal.CONNECTION_POOL, 0.2);

  /** The default settings. */
  public static final AdaptiveSettings DEFAULTS =
      new AdaptiveSettings(
          Map.of(
              Signal.RESPONSE_TIME, 0.4,
              Signal.ERROR_RATE, 0.3,
              Signal.CPU, 0.2,
              Signal.QUEUE_DEPTH, 0.1),
          Thresholds.DEFAULTS,
          Map.of(
              Signal.ERROR_RATE, new Bounds(0.01, 0.1),
              Signal.CPU, new Bounds(0.7, 1),
              Signal.QUEUE_DEPTH, new Bounds(10, 100),
              Signal.MEMORY, new Bounds(0.8, 0.98),
              Signal.DOWNSTREAM, new Bounds(0, 1),
              Signal.CONNECTION_POOL, new Bounds(0.8, 1),
              Signal.CIRCUIT_BREAKER, new Bounds(0, 1)),
          Gains.DEFAULTS,
          Duration.ofSeconds(1),
          Duration.ofSeconds(2),
          Duration.ofSeconds(15));

  /** Creates settings that are the same for all services. */
  public AdaptiveSettings(
      Map<Signal, Double> weights,
      Thresholds thresholds,
      Map<Signal, Bounds> bounds,
      Gains gains,
      Duration interval,
      Duration changeInterval,
      Duration staleAfter) {
    this(weights, thresholds, bounds, gains, interval, changeInterval, staleAfter, Map.of());
  }

  public AdaptiveSettings {
    services = Map.copyOf(services);
    weights = copy(weights);
    bounds = copy(bounds);
    double sum = 0;
    for (Map.Entry<Signal, Double> weight : weights.entrySet()) {
      if (!(weight.getValue() >= 0 && weight.getValue() <= 1)) {
        throw wrong("weights." + weight.getKey().text(), weight.getValue(), "a number from 0 to 1");
      }
      sum += weight.getValue();
    }
    if (Math.abs(sum - 1) > 1e-6) {
      throw wrong("weights", sum, "weights that add up to 1");
    }
    requireRoom(thresholds, gains.deadBand());
    requireTime("interval", interval);
    requireTime("change-interval", changeInterval);
    requireTime("stale-after", staleAfter);
    if (staleAfter.compareTo(interval) < 0) {
      throw wrong("stale-after", staleAfter, "at least the interval, " + interval);
    }
  }

  private static <T> Map<Signal, T> copy(Map<Signal, T> map) {
    Map<Signal, T> copy = new EnumMap<>(Signal.class);
    copy.putAll(map);
    return Map.copyOf(copy);
  }

  /** Throws if the dead band covers the whole range of health, so that no limit would ever move. */
  private static void requireRoom(Thresholds thresholds, double deadBand) {
    if (deadBand >= thresholds.room()) {
      throw wrong(
          "dead-band",
          deadBand,
          "less than " + MovePolicy.shown(thresholds.room()) + ", the room about normal");
    }
  }

  private static void requireTime(String name, Duration time) {
    boolean fits = time.toMillis() >= 10 && time.compareTo(Duration.ofHours(1)) <= 0;
    if (!fits) {
      throw wrong(name, time, "from 10ms to 1h");
    }
  }

  private static IllegalArgumentException wrong(String name, Object value, String expected) {
    return new IllegalArgumentException(
        "adaptive." + name + ": " + value + " (expected: " + expected + ")");
  }

  /** Returns the weight of a signal in health. */
  public double weight(Signal signal) {
    boolean joins = weights.equals(DEFAULTS.weights);
    return weights.getOrDefault(signal, joins ? JOINING.getOrDefault(signal, 0.0) : 0.0);
  }

  /** Returns the settings of a service: its own, or else these. */
  public AdaptiveSettings of(String service) {
    return services.getOrDefault(service, this);
  }

  /** Returns these settings with those of single services. */
  public AdaptiveSettings with(Map<String, AdaptiveSettings> services) {
    return new AdaptiveSettings(
        weights, thresholds, bounds, gains, interval, changeInterval, staleAfter, services);
  }

  /** Returns the bounds of a signal; null if they are to be learned. */
  public @Nullable Bounds bounds(Signal signal) {
    return bounds.get(signal);
  }
}
