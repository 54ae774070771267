package com.throttlex.proxy.cost;

import java.nio.charset.StandardCharsets;

/** Compares a quoted JSON name, which comes byte by byte, with an expected name. */
final class NameMatch {
  /** An expected name that no name equals. */
  static final byte[] NOTHING = {0};

  private static final int NO_SURROGATE = 0;

  private byte[] expected = NOTHING;
  private int at;
  private boolean equal;
  private boolean escaped;
  private int hexDigits;
  private int unit;
  private int high;

  /** Starts a name; its opening quote was read. */
  void start(byte[] expected) {
    this.expected = expected;
    at = 0;
    equal = expected != NOTHING;
    escaped = false;
    hexDigits = 0;
    high = NO_SURROGATE;
  }

  /** Reads a byte; returns whether it ends the name. */
  boolean read(byte b) {
    if (hexDigits > 0) {
      hex(b);
    } else if (escaped) {
      escape(b);
    } else if (b == '\\') {
      escaped = true;
    } else if (b == '"') {
      return true;
    } else {
      compare(b);
    }
    return false;
  }

  /** Returns whether the name equals the expected one. */
  boolean matches() {
    return equal && at == expected.length && high == NO_SURROGATE;
  }

  private void compare(byte b) {
    equal = equal && high == NO_SURROGATE && at < expected.length && expected[at] == b;
    at++;
  }

  private void escape(byte b) {
    escaped = false;
    switch (b) {
      case 'u' -> {
        hexDigits = 4;
        unit = 0;
      }
      case 'b' -> compare((byte) '\b');
      case 'f' -> compare((byte) '\f');
      case 'n' -> compare((byte) '\n');
      case 'r' -> compare((byte) '\r');
      case 't' -> compare((byte) '\t');
      default -> compare(b);
    }
  }

  private void hex(byte b) {
    int digit = Character.digit(b, 16);
    equal = equal && digit >= 0;
    unit = (unit << 4) | Math.max(0, digit);
    if (--hexDigits == 0) {
      unit((char) unit);
    }
  }

  private void unit(char c) {
    if (Character.isHighSurrogate(c)) {
      equal = equal && high == NO_SURROGATE;
      high = c;
      return;
    }
    String text =
        high != NO_SURROGATE && Character.isLowSurrogate(c)
            ? new String(new char[] {(char) high, c})
            : String.valueOf(c);
    equal = equal && (high == NO_SURROGATE || text.length() == 2);
    high = NO_SURROGATE;
    for (byte b : text.getBytes(StandardCharsets.UTF_8)) {
      compare(b);
    }
  }
}
