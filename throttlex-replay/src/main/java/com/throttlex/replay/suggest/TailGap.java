package com.throttlex.replay.suggest;

import org.jspecify.annotations.Nullable;

/**
 * A gap in the rates of keys, above which few keys are: they stand apart from the others.
 *
 * <p>The largest of many rates usually lie far apart, and that alone says nothing. A gap counts
 * only if it is too wide for the tail of the other keys. The tail is taken as {@code P(X > x) ~
 * x^-a}, where {@code a} is Hill's estimate from the keys below the gap. In such a tail, the k-th
 * largest is r times the next with a probability of {@code r^(-a·k)}.
 *
 * @param below the highest rate of the other keys
 * @param above the lowest rate of the keys that stand apart
 */
record TailGap(int below, int above) {
  /** The largest share of keys that can stand apart. */
  static final double MOST_APART = 0.1;

  private static final int FEWEST = 30;
  private static final double LEAST_RATIO = 2.5;
  private static final double LEAST_STEP = 1.25;
  private static final int LEAST_RATE = 10;

  /** The logarithm of the odds against a gap in one tail by chance: 3000 to 1. */
  private static final double LEAST_EVIDENCE = Math.log(3000);

  /** The evidence that each key inside a gap takes away: it had more chances to be wide. */
  private static final double PRICE_INSIDE = 2.1;

  private static final double HEAVIEST_TAIL = 0.5;
  private static final double LIGHTEST_TAIL = 6;

  /** Returns the clearest gap in rates that are in ascending order, or null. */
  static @Nullable TailGap find(int[] rates) {
    int keys = rates.length;
    if (keys < FEWEST) {
      return null;
    }
    TailGap best = null;
    double most = LEAST_EVIDENCE;
    for (int i = keys - 1; i >= (int) Math.ceil(keys * (1 - MOST_APART)); i--) {
      int inside = (keys - i) / 10;
      double ratio = (double) rates[i + inside] / Math.max(1, rates[i - 1]);
      boolean wide = ratio >= LEAST_RATIO && rates[i] >= LEAST_STEP * rates[i - 1];
      if (wide && rates[i] >= LEAST_RATE) {
        double evidence = (keys - i - inside) * exponent(rates, i) * Math.log(ratio);
        evidence -= inside * PRICE_INSIDE;
        if (evidence > most) {
          most = evidence;
          best = new TailGap(rates[i - 1], rates[i]);
        }
      }
    }
    return best;
  }

  /** Returns Hill's estimate of the tail's exponent from the highest rates below an index. */
  private static double exponent(int[] rates, int end) {
    int used = Math.min(end - 1, Math.max(10, end / 10));
    double base = Math.max(1, rates[end - 1 - used]);
    double sum = 0;
    for (int i = end - used; i < end; i++) {
      sum += Math.log(Math.max(1, rates[i]) / base);
    }
    double exponent = sum == 0 ? LIGHTEST_TAIL : used / sum;
    return Math.min(LIGHTEST_TAIL, Math.max(HEAVIEST_TAIL, exponent));
  }

  /** Returns the rate between the two groups: the geometric mean of both sides. */
  double middle() {
    return Math.sqrt((double) Math.max(1, below) * above);
  }

  /** Returns whether a key with this rate stands apart. */
  boolean isApart(int rate) {
    return rate > middle();
  }
}
