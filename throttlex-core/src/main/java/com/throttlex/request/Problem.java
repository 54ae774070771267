package com.throttlex.request;

/** Words one problem as {@code name: value (expected: …)}, safe to log whatever the value is. */
final class Problem {
  private static final int SHOWN_CODE_POINTS = 60;

  private Problem() {}

  static String of(String name, String value, String expected) {
    return ofShown(name, quoted(value), expected);
  }

  static String ofShown(String name, String shown, String expected) {
    return name + ": " + shown + " (expected: " + expected + ")";
  }

  /** The text in quotes, abbreviated, with everything escaped that a terminal would act upon. */
  static String quoted(String text) {
    StringBuilder out = new StringBuilder().append('"');
    text.codePoints().limit(SHOWN_CODE_POINTS).forEach(c -> append(out, c));
    boolean cut = text.codePoints().skip(SHOWN_CODE_POINTS).findAny().isPresent();
    return out.append(cut ? "…\"" : "\"").toString();
  }

  private static void append(StringBuilder out, int codePoint) {
    if (codePoint == '"' || codePoint == '\\') {
      out.append('\\').appendCodePoint(codePoint);
    } else if (isInvisible(codePoint)) {
      out.append(String.format("\\u%04x", codePoint));
    } else {
      out.appendCodePoint(codePoint);
    }
  }

  private static boolean isInvisible(int codePoint) {
    return switch (Character.getType(codePoint)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.SURROGATE,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR,
          Character.UNASSIGNED ->
          true;
      default -> false;
    };
  }
}
