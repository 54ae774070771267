package com.throttlex.replay.suggest;

/** Rounds to numbers that people write, such as 60, 250 and 1500. */
final class RoundNumbers {
  private static final int[] SMALL = {1, 2, 3, 5, 10};
  private static final int[] TENTHS = {10, 12, 15, 20, 25, 30, 40, 50, 60, 80, 100};

  private RoundNumbers() {}

  /** Returns the smallest round number that is not less. */
  static long up(double value) {
    if (value <= SMALL[SMALL.length - 1]) {
      for (int small : SMALL) {
        if (small >= value) {
          return small;
        }
      }
    }
    long scale = 1;
    while (value > 100.0 * scale) {
      scale *= 10;
    }
    for (int tenth : TENTHS) {
      if (tenth * scale >= value) {
        return tenth * scale;
      }
    }
    throw new IllegalArgumentException("value: " + value + " (expected: a number)");
  }

  /** Returns the largest round number that is not more; at least 1. */
  static long down(double value) {
    long best = 1;
    for (long next = 1; next <= value; next = up((double) next + 1)) {
      best = next;
    }
    return best;
  }
}
