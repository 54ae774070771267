package com.throttlex.adaptive;

/**
 * The levels of health at which limits react.
 *
 * @param critical below it, limits are cut at once
 * @param warning below it, limits do not rise
 * @param normal the target; above it, limits rise
 */
public record Thresholds(double critical, double warning, double normal) {
  public static final Thresholds DEFAULTS = new Thresholds(0.2, 0.5, 0.8);

  public Thresholds {
    if (!(critical > 0 && warning > critical && normal > warning && normal < 1)) {
      throw new IllegalArgumentException(
          "adaptive.thresholds: {critical: "
              + critical
              + ", warning: "
              + warning
              + ", normal: "
              + normal
              + "} (expected: 0 < critical < warning < normal < 1)");
    }
  }

  /** Returns how far health can be from normal without being critical or perfect. */
  public double room() {
    return Math.min(1 - normal, normal - critical);
  }
}
