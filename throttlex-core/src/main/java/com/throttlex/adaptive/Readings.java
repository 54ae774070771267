package com.throttlex.adaptive;

import java.util.EnumMap;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * The values of some signals at one moment; signals that could not be read are absent.
 *
 * @param values the value of each signal that was read
 */
public record Readings(Map<Signal, Double> values) {
  private static final double MANY = 1e9;
  private static final double CROWDED = 100;

  public Readings {
    Map<Signal, Double> copy = new EnumMap<>(Signal.class);
    values.forEach((signal, value) -> copy.put(signal, required(signal, value)));
    values = Map.copyOf(copy);
  }

  /**
   * Creates readings.
   *
   * @throws IllegalArgumentException if a signal cannot have such a value
   */
  public static Readings of(Map<Signal, Double> values) {
    return new Readings(values);
  }

  private static double required(Signal signal, double value) {
    double most = largest(signal);
    // NaN fails every comparison, so test for a valid value, not for an invalid one.
    if (!(value >= 0 && value <= most)) {
      throw new IllegalArgumentException(
          signal.text() + ": " + value + " (expected: a number from 0 to " + (long) most + ")");
    }
    return value;
  }

  private static double largest(Signal signal) {
    return switch (signal) {
      case RESPONSE_TIME, RESPONSE_TIME_P99, QUEUE_DEPTH -> MANY;
      case CPU, CONNECTION_POOL -> CROWDED;
      case ERROR_RATE, MEMORY, DOWNSTREAM, CIRCUIT_BREAKER -> 1;
    };
  }

  /** The value of a signal, if it was read. */
  public OptionalDouble value(Signal signal) {
    Double value = values.get(signal);
    return value == null ? OptionalDouble.empty() : OptionalDouble.of(value);
  }
}
