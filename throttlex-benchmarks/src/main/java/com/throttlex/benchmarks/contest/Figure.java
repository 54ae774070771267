package com.throttlex.benchmarks.contest;

import java.util.Locale;

/** A number in a table. */
public final class Figure {
  private Figure() {}

  /** Returns the number in that format; a dash if it is unknown. */
  public static String text(String format, double value) {
    return Double.isNaN(value) ? "-" : String.format(Locale.ROOT, format, value);
  }
}
