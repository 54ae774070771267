package com.throttlex.request;

/**
 * Reads and writes IPv4 addresses in the only form that all parsers agree on: four plain decimals.
 */
final class Ipv4 {
  static final long MALFORMED = -1;
  private static final int PARTS = 4;

  private Ipv4() {}

  /** Returns the 32 bits of the dotted quad between two indexes, or {@link #MALFORMED}. */
  static long parse(String text, int from, int to) {
    long bits = 0;
    int at = from;
    for (int part = 0; part < PARTS; part++) {
      int end = endOfDigits(text, at, to);
      int value = Decimal.parse(text, at, end, 255);
      boolean last = part == PARTS - 1;
      if (value < 0 || last != (end == to) || (!last && text.charAt(end) != '.')) {
        return MALFORMED;
      }
      bits = (bits << 8) | value;
      at = end + 1;
    }
    return bits;
  }

  static String print(long bits) {
    StringBuilder out = new StringBuilder(15);
    for (int shift = 24; shift >= 0; shift -= 8) {
      out.append((bits >>> shift) & 0xff).append(shift == 0 ? "" : ".");
    }
    return out.toString();
  }

  private static int endOfDigits(String text, int from, int to) {
    int at = from;
    while (at < to && text.charAt(at) >= '0' && text.charAt(at) <= '9') {
      at++;
    }
    return at;
  }
}
