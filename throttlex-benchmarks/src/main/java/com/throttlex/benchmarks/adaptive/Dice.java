package com.throttlex.benchmarks.adaptive;

import java.util.SplittableRandom;

/** Random numbers that are the same on every machine. */
final class Dice {
  private final SplittableRandom random;

  Dice(long seed) {
    random = new SplittableRandom(seed);
  }

  /** Returns a number from 0 to below 1. */
  double uniform() {
    return (random.nextLong() >>> 11) * 0x1.0p-53;
  }

  /** Returns a number above 0, with a mean of 1; the time between independent events. */
  double exponential() {
    return -StrictMath.log(1 - uniform());
  }

  /** Returns a number above 0, with a mean of 1; a larger spread has a heavier tail. */
  double logNormal(double spread) {
    double radius = StrictMath.sqrt(2 * exponential());
    double normal = radius * StrictMath.cos(2 * StrictMath.PI * uniform());
    return StrictMath.exp(spread * normal - spread * spread / 2);
  }
}
