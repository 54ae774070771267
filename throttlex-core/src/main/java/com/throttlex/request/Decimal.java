package com.throttlex.request;

/** A strict parser of small numbers: ASCII digits, no sign, no leading zero. */
final class Decimal {
  static final int MALFORMED = -1;

  private Decimal() {}

  /**
   * Returns the number between two indexes of a text, or {@link #MALFORMED} if it is not a number
   * up to max.
   */
  static int parse(String text, int from, int to, int max) {
    if (from >= to || (text.charAt(from) == '0' && to - from > 1)) {
      return MALFORMED;
    }
    int value = 0;
    for (int i = from; i < to; i++) {
      int digit = text.charAt(i) - '0';
      if (digit < 0 || digit > 9) {
        return MALFORMED;
      }
      value = value * 10 + digit;
      if (value > max) {
        return MALFORMED;
      }
    }
    return value;
  }
}
