package com.throttlex.benchmarks.contest;

import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.util.Locale;

/**
 * What is promised of a figure.
 *
 * @param value the bar itself, which is good enough
 * @param upward whether more is better
 */
public record Bar(double value, boolean upward) {
  /** More is better. */
  public static Bar atLeast(double value) {
    return new Bar(value, true);
  }

  /** Less is better. */
  public static Bar atMost(double value) {
    return new Bar(value, false);
  }

  /** Whether the figure is good enough; an unknown one is not. */
  public boolean isMet(double figure) {
    return upward ? figure >= value : figure <= value;
  }

  /** The bar, and whether the figure is good enough. */
  public String verdict(double figure) {
    DecimalFormat number =
        new DecimalFormat("#,##0.##", DecimalFormatSymbols.getInstance(Locale.ROOT));
    return (upward ? ">= " : "<= ") + number.format(value) + (isMet(figure) ? " met" : " MISSED");
  }
}
