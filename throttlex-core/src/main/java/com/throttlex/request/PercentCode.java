package com.throttlex.request;

/** Reads and writes characters as percent-encoded UTF-8, as in paths. */
final class PercentCode {
  static final int MALFORMED = -1;
  private static final String HEX = "0123456789abcdef";

  private PercentCode() {}

  /** Returns the value of the {@code %XX} that starts at an index. */
  static int octet(String text, int at) {
    if (at + 2 >= text.length() || text.charAt(at) != '%') {
      return MALFORMED;
    }
    int high = Ascii.hex(text.charAt(at + 1));
    int low = Ascii.hex(text.charAt(at + 2));
    return high < 0 || low < 0 ? MALFORMED : (high << 4) | low;
  }

  /**
   * Returns the code point whose escapes start at an index; overlong forms and surrogates are
   * malformed.
   */
  static int codePoint(String text, int at) {
    int lead = octet(text, at);
    if (lead < 0x80) {
      return lead;
    }
    if (lead < 0xc2 || lead > 0xf4) {
      return MALFORMED;
    }
    int octets = lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
    int value = lead & (0xff >> (octets + 1));
    for (int i = 1; i < octets; i++) {
      int next = octet(text, at + 3 * i);
      if ((next & ~0x3f) != 0x80) {
        return MALFORMED;
      }
      value = (value << 6) | (next & 0x3f);
    }
    return isScalar(value) && octets(value) == octets ? value : MALFORMED;
  }

  /** Returns how many octets, and so escapes, a code point takes. */
  static int octets(int codePoint) {
    if (codePoint < 0x80) {
      return 1;
    }
    return codePoint < 0x800 ? 2 : codePoint < 0x10000 ? 3 : 4;
  }

  static void append(StringBuilder out, int codePoint) {
    int octets = octets(codePoint);
    if (octets == 1) {
      appendOctet(out, codePoint);
      return;
    }
    int shift = 6 * (octets - 1);
    appendOctet(out, ((0xf00 >> octets) & 0xff) | (codePoint >> shift));
    while (shift > 0) {
      shift -= 6;
      appendOctet(out, 0x80 | ((codePoint >> shift) & 0x3f));
    }
  }

  static boolean isScalar(int codePoint) {
    return codePoint <= Character.MAX_CODE_POINT
        && (codePoint < Character.MIN_SURROGATE || codePoint > Character.MAX_SURROGATE);
  }

  private static void appendOctet(StringBuilder out, int octet) {
    out.append('%').append(HEX.charAt(octet >> 4)).append(HEX.charAt(octet & 0xf));
  }
}
