package com.throttlex.request;

/**
 * Converts request paths to their normal form, and rejects a path on whose meaning servers would
 * disagree.
 *
 * <p>The normal form is ASCII in lower case, starts with a slash and, except for the root, does not
 * end with one. Query, fragment, path parameters, empty segments, {@code .} and {@code ..} are
 * removed. Only blank, {@code % ; ? #} and characters beyond ASCII are percent-encoded. These are
 * rejected: encoded slashes, backslashes and control characters, double encodings, escapes that are
 * not UTF-8, and paths above the root.
 */
public final class Paths {
  private static final String ESCAPED = " %;?#";
  private static final boolean[] PLAIN = plain();

  private Paths() {}

  /**
   * Returns the normal form of a path; a path in normal form is returned as it is, without
   * allocation.
   *
   * @throws InvalidRequestException if the path is malformed or ambiguous
   */
  public static String normalize(String path) {
    return isNormal(path) ? path : new PathNormalizer(path).normalize();
  }

  /** Returns whether the normal form writes this code point as an escape. */
  static boolean isEscaped(int codePoint) {
    return codePoint > 0x7e || ESCAPED.indexOf(codePoint) >= 0;
  }

  private static boolean isNormal(String path) {
    if (path.isEmpty() || path.charAt(0) != '/') {
      return false;
    }
    int at = 0;
    while (at < path.length()) {
      int length = normalLength(path, at);
      if (length == 0) {
        return false;
      }
      at += length;
    }
    return true;
  }

  /** Returns how many characters from an index on are one normal unit; 0 if they are not normal. */
  private static int normalLength(String path, int at) {
    char c = path.charAt(at);
    if (c < PLAIN.length && PLAIN[c]) {
      return 1;
    }
    if (c == '/') {
      return startsNormalSegment(path, at + 1) ? 1 : 0;
    }
    return c == '%' ? normalEscapeLength(path, at) : 0;
  }

  private static boolean startsNormalSegment(String path, int at) {
    if (at == path.length()) {
      return at == 1;
    }
    if (path.charAt(at) == '.') {
      return !endsAt(path, at + 1) && !(path.charAt(at + 1) == '.' && endsAt(path, at + 2));
    }
    return path.charAt(at) != '/';
  }

  private static boolean endsAt(String path, int at) {
    return at == path.length() || path.charAt(at) == '/';
  }

  private static int normalEscapeLength(String path, int at) {
    int codePoint = PercentCode.codePoint(path, at);
    if (codePoint < 0 || !isEscaped(codePoint) || Character.isISOControl(codePoint)) {
      return 0;
    }
    int length = 3 * PercentCode.octets(codePoint);
    for (int i = at; i < at + length; i++) {
      if (isUpper(path.charAt(i))) {
        return 0;
      }
    }
    return codePoint == '%' && isHexPair(path, at + length) ? 0 : length;
  }

  private static boolean isHexPair(String path, int at) {
    return at + 1 < path.length()
        && Ascii.isHex(path.charAt(at))
        && Ascii.isHex(path.charAt(at + 1));
  }

  private static boolean isUpper(int c) {
    return c >= 'A' && c <= 'Z';
  }

  private static boolean[] plain() {
    boolean[] plain = new boolean[0x7f];
    for (int c = 0x21; c < plain.length; c++) {
      plain[c] = !isEscaped(c) && !isUpper(c) && c != '/' && c != '\\';
    }
    return plain;
  }
}
