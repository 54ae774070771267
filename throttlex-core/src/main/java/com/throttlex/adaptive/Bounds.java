package com.throttlex.adaptive;

/**
 * What values of a signal mean: up to the one all is well, from the other on nothing is, and
 * between them health falls evenly.
 *
 * @param good the largest value of a healthy system
 * @param bad the least value of one that is lost
 */
public record Bounds(double good, double bad) {
  public Bounds {
    if (!(good >= 0) || !(bad > good) || Double.isInfinite(bad)) {
      throw new IllegalArgumentException(
          "bounds: {good: " + good + ", bad: " + bad + "} (expected: 0 <= good < bad)");
    }
  }

  /** The health, from 0 to 1, that a value stands for. */
  public double health(double value) {
    return Math.max(0, Math.min(1, (bad - value) / (bad - good)));
  }
}
