package com.throttlex.jdbc;

/**
 * Texts as columns store them.
 *
 * <p>Databases reject or cut a NUL, and UTF-8 has no form for half a surrogate pair, so unequal
 * texts could become one row. Both are written as the control character SUBSTITUTE and four
 * hexadecimal digits, and so is SUBSTITUTE itself. Every other text, and all JSON, stays as it is.
 */
final class StoredText {
  private static final char SUBSTITUTE = 0x1A;

  private StoredText() {}

  static String encode(String text) {
    StringBuilder encoded = new StringBuilder(text.length());
    text.codePoints().forEach(point -> append(encoded, point));
    return encoded.toString();
  }

  private static void append(StringBuilder encoded, int point) {
    boolean loneSurrogate = point >= Character.MIN_SURROGATE && point <= Character.MAX_SURROGATE;
    if (point == 0 || point == SUBSTITUTE || loneSurrogate) {
      encoded.append(SUBSTITUTE).append(String.format("%04x", point));
    } else {
      encoded.appendCodePoint(point);
    }
  }

  static String decode(String stored) {
    StringBuilder text = new StringBuilder(stored.length());
    int from = 0;
    for (int at = stored.indexOf(SUBSTITUTE); at >= 0; at = stored.indexOf(SUBSTITUTE, from)) {
      text.append(stored, from, at);
      from = at + 5;
      text.append((char) Integer.parseInt(stored, at + 1, from, 16));
    }
    return text.append(stored, from, stored.length()).toString();
  }
}
