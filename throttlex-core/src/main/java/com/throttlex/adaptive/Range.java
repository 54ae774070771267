package com.throttlex.adaptive;

/**
 * Where a limit moves.
 *
 * @param min the least
 * @param base where it begins: the limit as it was written
 * @param max the largest
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
