package com.throttlex.request;

/**
 * Case and digits of ASCII only. {@link Character} would also accept full-width digits and change
 * letters of other scripts.
 */
final class Ascii {
  private Ascii() {}

  /** Returns the value of a hexadecimal digit, or -1. */
  static int hex(char c) {
    if (c >= '0' && c <= '9') {
      return c - '0';
    }
    int lower = c | 0x20;
    return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
  }

  static boolean isHex(char c) {
    return hex(c) >= 0;
  }

  /** Returns whether the text is a valid name of a method or header in HTTP. */
  static boolean isToken(String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (!isBetween((char) (c | 0x20), 'a', 'z')
          && !isBetween(c, '0', '9')
          && "!#$%&'*+-.^_`|~".indexOf(c) < 0) {
        return false;
      }
    }
    return !text.isEmpty();
  }

  /** Returns the text in lower case; the same instance if it is in lower case already. */
  static String lower(String text) {
    return fold(text, 'A', 'Z');
  }

  /** Returns the text in upper case; the same instance if it is in upper case already. */
  static String upper(String text) {
    return fold(text, 'a', 'z');
  }

  private static String fold(String text, char from, char to) {
    for (int i = 0; i < text.length(); i++) {
      if (isBetween(text.charAt(i), from, to)) {
        return foldRest(text, i, from, to);
      }
    }
    return text;
  }

  private static String foldRest(String text, int start, char from, char to) {
    char[] chars = text.toCharArray();
    for (int i = start; i < chars.length; i++) {
      if (isBetween(chars[i], from, to)) {
        chars[i] = (char) (chars[i] ^ 0x20);
      }
    }
    return new String(chars);
  }

  private static boolean isBetween(char c, char from, char to) {
    return c >= from && c <= to;
  }
}
