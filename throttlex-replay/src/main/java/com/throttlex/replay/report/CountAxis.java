package com.throttlex.replay.report;

import java.util.Locale;

/**
 * The axis of counts: from 0 to a round number, with a few lines at round numbers.
 *
 * @param step the distance of the lines
 * @param top the number at the upper end
 */
record CountAxis(long step, long top) {
  /** Returns an axis with at most that many lines. */
  static CountAxis of(long most, int mostLines) {
    long step = 1;
    int[] factors = {2, 5, 10};
    for (long ten = 1; step * mostLines < most; ten *= 10) {
      for (int i = 0; i < factors.length && step * mostLines < most; i++) {
        step = ten * factors[i];
      }
    }
    long lines = Math.max(1, (most + step - 1) / step);
    return new CountAxis(step, step * lines);
  }

  /** Returns a number in few characters: {@code 1.5 k}, {@code 20 M}. */
  static String text(long number) {
    if (number < 10_000) {
      return String.format(Locale.ROOT, "%,d", number);
    } else if (number < 1_000_000) {
      return few(number / 1e3) + " k";
    }
    return number < 1_000_000_000 ? few(number / 1e6) + " M" : few(number / 1e9) + " G";
  }

  private static String few(double number) {
    return number == Math.rint(number)
        ? String.format(Locale.ROOT, "%.0f", number)
        : String.format(Locale.ROOT, "%.1f", number);
  }
}
