package com.throttlex.request;

/**
 * Makes text from outside safe to print: shortens it and escapes characters that control a
 * terminal.
 */
public final class ShownText {
  private static final int LONGEST_VALUE = 60;
  private static final int LONGEST_SENTENCE = 200;

  private ShownText() {}

  /** Returns a value in quotes. */
  public static String quoted(String text) {
    return '"' + abbreviated(text, LONGEST_VALUE, true) + '"';
  }

  /** Returns a value without quotes. */
  public static String plain(String text) {
    return abbreviated(text, LONGEST_VALUE, false);
  }

  /** Returns a longer text without quotes. */
  public static String sentence(String text) {
    return abbreviated(text, LONGEST_SENTENCE, false);
  }

  /** Returns a text of any length without quotes. */
  public static String whole(String text) {
    return abbreviated(text, Integer.MAX_VALUE / 4, false);
  }

  /**
   * Returns a JSON text in which such characters are escaped. They are inside strings only, because
   * JSON has no others but the ends of lines.
   */
  public static String json(String json) {
    StringBuilder out = new StringBuilder(json.length());
    for (int i = 0; i < json.length(); ) {
      int c = json.codePointAt(i);
      if (c == '\n' || !isInvisible(c)) {
        out.appendCodePoint(c);
      } else {
        for (char unit : Character.toChars(c)) {
          out.append(String.format("\\u%04x", (int) unit));
        }
      }
      i += Character.charCount(c);
    }
    return out.toString();
  }

  private static String abbreviated(String text, int longest, boolean quoted) {
    int end = text.length();
    if (text.codePointCount(0, Math.min(end, 2 * longest + 2)) > longest) {
      end = text.offsetByCodePoints(0, longest);
    }
    StringBuilder out = new StringBuilder();
    text.substring(0, end).codePoints().forEach(c -> append(out, c, quoted));
    return (end < text.length() ? out.append('…') : out).toString();
  }

  private static void append(StringBuilder out, int codePoint, boolean quoted) {
    if (quoted && (codePoint == '"' || codePoint == '\\')) {
      out.append('\\').appendCodePoint(codePoint);
    } else if (isInvisible(codePoint)) {
      out.append(String.format("\\u%04x", codePoint));
    } else {
      out.appendCodePoint(codePoint);
    }
  }

  /** Returns whether the character is invisible on a terminal or controls it. */
  public static boolean isInvisible(int codePoint) {
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
