package com.throttlex.key;

import java.nio.charset.StandardCharsets;

/**
 * The escaping that keeps printed keys distinct. {@code %}, {@code |}, {@code =}, control
 * characters and unpaired surrogates become {@code %XX} of their UTF-8 (a surrogate: of its
 * three-byte form).
 */
public final class KeyText {
  private KeyText() {}

  /** Appends the value, escaped. */
  public static void append(StringBuilder to, String value) {
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      if (Character.isHighSurrogate(c)
          && i + 1 < value.length()
          && Character.isLowSurrogate(value.charAt(i + 1))) {
        to.append(c).append(value.charAt(++i));
      } else if (Character.isSurrogate(c)) {
        percent(to, 0xE0 | (c >> 12));
        percent(to, 0x80 | ((c >> 6) & 0x3F));
        percent(to, 0x80 | (c & 0x3F));
      } else if (c == '%' || c == '|' || c == '=' || Character.isISOControl(c)) {
        for (byte b : String.valueOf(c).getBytes(StandardCharsets.UTF_8)) {
          percent(to, b & 0xFF);
        }
      } else {
        to.append(c);
      }
    }
  }

  private static void percent(StringBuilder to, int octet) {
    to.append('%')
        .append(Character.toUpperCase(Character.forDigit(octet >> 4, 16)))
        .append(Character.toUpperCase(Character.forDigit(octet & 15, 16)));
  }

  /** Returns the value, escaped. */
  public static String escape(String value) {
    StringBuilder escaped = new StringBuilder(value.length() + 8);
    append(escaped, value);
    return escaped.toString();
  }

  /**
   * Returns the value of an escaped text.
   *
   * @throws IllegalArgumentException when the text is not the escaped form of any value
   */
  public static String unescape(String escaped) {
    StringBuilder value = new StringBuilder(escaped.length());
    for (int i = 0; i < escaped.length(); i++) {
      char c = escaped.charAt(i);
      if (c != '%') {
        value.append(c);
        continue;
      }
      int octet = octet(escaped, i);
      i += 2;
      if (octet < 0x80) {
        value.append((char) octet);
      } else if (octet < 0xE0) {
        value.append((char) (((octet & 0x1F) << 6) | (octet(escaped, i + 1) & 0x3F)));
        i += 3;
      } else {
        int second = octet(escaped, i + 1) & 0x3F;
        value.append(
            (char) (((octet & 0xF) << 12) | (second << 6) | (octet(escaped, i + 4) & 0x3F)));
        i += 6;
      }
    }
    if (!escape(value.toString()).equals(escaped)) {
      throw malformed(escaped);
    }
    return value.toString();
  }

  private static int octet(String text, int percent) {
    if (percent + 3 > text.length() || text.charAt(percent) != '%') {
      throw malformed(text);
    }
    int high = Character.digit(text.charAt(percent + 1), 16);
    int low = Character.digit(text.charAt(percent + 2), 16);
    if (high < 0 || low < 0) {
      throw malformed(text);
    }
    return (high << 4) | low;
  }

  private static IllegalArgumentException malformed(String text) {
    return new IllegalArgumentException(
        "key: \"" + text + "\" (expected: %, |, = and control characters as %XX, nothing else)");
  }
}
