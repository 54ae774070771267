package com.throttlex.adaptive;

/**
 * The range of an adaptive limit.
 *
 * @param min the least value
 * @param base the first value: the limit as written in the rule
 * @param max the largest value
 */
public record Range(long min, long base, long max) {
  public Range {
    if (min < 1 || base < min || max < base) {
      throw new IllegalArgumentException(
          "range: " + min + ", " + base + ", " + max + " (expected: 1 <= min <= base <= max)");
    }
  }

  /** The nearest value within the range. */
  public double clamp(double limit) {
    return Math.max((double) min, Math.min((double) max, limit));
  }
}
