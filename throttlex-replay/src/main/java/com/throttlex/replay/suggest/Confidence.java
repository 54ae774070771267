package com.throttlex.replay.suggest;

/** The certainty of a suggestion, by the test with keys that were held out. */
public enum Confidence {
  /** With a probability of 95 %, at most twice the wanted share of keys is denied. */
  HIGH,
  /** With a probability of 95 %, at most ten times the wanted share of keys is denied. */
  MEDIUM,
  /** Too few keys, or too many of them denied. */
  LOW;

  /** One-sided normal quantile of 95 %. */
  private static final double Z = 1.645;

  static Confidence of(long denied, long keys, double share) {
    double most = most(denied, keys);
    return most <= 2 * share ? HIGH : most <= 10 * share ? MEDIUM : LOW;
  }

  /** Returns the share of keys that is not exceeded with 95 %: Wilson and Hilferty's bound. */
  static double most(long denied, long keys) {
    if (keys == 0) {
      return 1;
    }
    double next = denied + 1.0;
    double root = 1 - 1 / (9 * next) + Z / (3 * Math.sqrt(next));
    return Math.min(1, next * root * root * root / keys);
  }
}
