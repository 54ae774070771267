package com.throttlex.benchmarks.contest;

import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.util.Locale;

/**
 * The goal for a figure.
 *
 * @param value the goal itself, which is good enough
 * @param upward whether more is better
 */
public record Bar(double value, boolean upward) {
  /** Returns a goal where more is better. */
  public static Bar atLeast(double value) {
    return new Bar(value, true);
  }

  /** Returns a goal where less is better. */
  public static Bar atMost(double value) {
    return new Bar(value, false);
  }

  /** Returns whether the figure meets the goal; an unknown one does not. */
  public boolean isMet(double figure) {
    return upward ? figure >= value : figure <= value;
  }

  /** Returns the goal, and whether the figure meets it. */
  public String verdict(double figure) {
    DecimalFormat number =
        new DecimalFormat("#,##0.##", DecimalFormatSymbols.getInstance(Locale.ROOT));
    return (upward ? ">= " : "<= ") + number.format(value) + (isMet(figure) ? " met" : " MISSED");
  }
}
