package com.throttlex.adaptive;

/**
 * The good and the bad value of a signal. Up to {@code good} health is 1, from {@code bad} on it is
 * 0, and between them it falls evenly.
 *
 * @param good the largest value of a healthy system
 * @param bad the least value of a failed one
 */
public record Bounds(double good, double bad) {
  public Bounds {
    if (!(good >= 0) || !(bad > good) || Double.isInfinite(bad)) {
      throw new IllegalArgumentException(
          "bounds: {good: " + good + ", bad: " + bad + "} (expected: 0 <= good < bad)");
    }
  }

  /** Returns the health, from 0 to 1, of a value. */
  public double health(double value) {
    return Math.max(0, Math.min(1, (bad - value) / (bad - good)));
  }
}
