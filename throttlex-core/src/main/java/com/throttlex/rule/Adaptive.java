package com.throttlex.rule;

/**
 * The range within which a limit moves with the system's health.
 *
 * @param min the least amount
 * @param max the largest amount
 */
public record Adaptive(long min, long max) {
  public Adaptive {
    if (min < 1 || max < min) {
      throw new IllegalArgumentException(
          "adaptive: {min: " + min + ", max: " + max + "} (expected: 1 <= min <= max)");
    }
  }
}
