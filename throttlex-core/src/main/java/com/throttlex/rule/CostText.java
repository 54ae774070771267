package com.throttlex.rule;

import com.throttlex.request.RequestContext;
import java.math.BigDecimal;
import java.math.RoundingMode;
import org.jspecify.annotations.Nullable;

/** Reads the text of a number as a cost. */
public final class CostText {
  /** The result for a text that is no cost. */
  public static final long NONE = -1;

  /** The longest number that is read, in characters. */
  public static final int LONGEST = 40;

  private static final int LARGEST_SCALE = 400;

  private CostText() {}

  /**
   * Returns the cost that a text means, rounded up to whole units, or {@link #NONE} if it is no
   * number, negative, or more than any request can cost.
   */
  public static long parse(@Nullable String text) {
    if (text == null || text.isEmpty() || text.length() > LONGEST) {
      return NONE;
    }
    try {
      BigDecimal number = new BigDecimal(text);
      if (number.signum() < 0 || Math.abs((long) number.scale()) > LARGEST_SCALE) {
        return NONE;
      }
      BigDecimal units = number.setScale(0, RoundingMode.CEILING);
      return units.compareTo(BigDecimal.valueOf(RequestContext.MAX_COST)) > 0
          ? NONE
          : units.longValueExact();
    } catch (NumberFormatException e) {
      return NONE;
    }
  }
}
