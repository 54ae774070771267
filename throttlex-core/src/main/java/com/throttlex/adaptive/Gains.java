package com.throttlex.adaptive;

/**
 * The strength of the reaction of limits.
 *
 * @param proportional the factor for the distance from the target health
 * @param integral the factor for the sum of that distance over time, per second
 * @param derivative the factor for its change, in seconds
 * @param smoothing the weight of a new health value, above 0 and up to 1
 * @param deadBand the distance that causes no reaction
 * @param cut the factor for a limit when health is critical
 * @param growth the largest factor by which a limit grows in one step
 */
public record Gains(
    double proportional,
    double integral,
    double derivative,
    double smoothing,
    double deadBand,
    double cut,
    double growth) {
  public static final Gains DEFAULTS = new Gains(0.5, 0.1, 0.2, 0.3, 0.05, 0.5, 1.2);

  public Gains {
    require(
        "gains.proportional",
        proportional,
        proportional >= 0 && proportional <= 10,
        "a number from 0 to 10");
    require("gains.integral", integral, integral >= 0 && integral <= 10, "a number from 0 to 10");
    require(
        "gains.derivative",
        derivative,
        derivative >= 0 && derivative <= 10,
        "a number from 0 to 10");
    require(
        "smoothing", smoothing, smoothing > 0 && smoothing <= 1, "a number above 0 and up to 1");
    require("dead-band", deadBand, deadBand >= 0 && deadBand <= 0.5, "a number from 0 to 0.5");
    require("cut", cut, cut > 0 && cut < 1, "a number above 0 and below 1");
    require("growth", growth, growth > 1 && growth <= 2, "a number above 1 and up to 2");
  }

  private static void require(String name, double value, boolean fits, String expected) {
    if (!fits) {
      throw new IllegalArgumentException(
          "adaptive." + name + ": " + value + " (expected: " + expected + ")");
    }
  }
}
