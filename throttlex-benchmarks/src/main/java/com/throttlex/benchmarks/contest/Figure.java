package com.throttlex.benchmarks.contest;

import java.util.Locale;

/** A number in a table. */
public final class Figure {
  private Figure() {}

  /** Printed in that format; a dash when it is unknown. */
  public static String text(String format, double value) {
    return Double.isNaN(value) ? "-" : String.format(Locale.ROOT, format, value);
  }
}
