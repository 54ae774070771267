package com.throttlex.shared;

import java.time.Duration;

/**
 * The figures of a circuit breaker.
 *
 * @param failures the number of failed or slow answers that opens the circuit, among the last 2 ×
 *     {@code failures} answers
 * @param openFor how long the circuit stays open before the first trial call
 */
public record BreakerSettings(int failures, Duration openFor) {
  /** The most failures that can be configured. */
  public static final int MOST_FAILURES = 1000;

  /** The shortest time that the circuit can stay open. */
  public static final Duration SHORTEST = Duration.ofMillis(10);

  /** The longest time that the circuit can stay open. */
  public static final Duration LONGEST = Duration.ofMinutes(10);

  /** The circuit opens after 5 failures, for 1 s. */
  public static final BreakerSettings DEFAULT = new BreakerSettings(5, Duration.ofSeconds(1));

  /** Throws if a figure is out of its range. */
  public BreakerSettings {
    if (failures < 1 || failures > MOST_FAILURES) {
      throw new IllegalArgumentException(
          "failures: " + failures + " (expected: a whole number from 1 to " + MOST_FAILURES + ")");
    }
    if (openFor.compareTo(SHORTEST) < 0 || openFor.compareTo(LONGEST) > 0) {
      throw new IllegalArgumentException(
          "open-for: " + openFor.toMillis() + "ms (expected: from 10ms to 10m)");
    }
  }
}
