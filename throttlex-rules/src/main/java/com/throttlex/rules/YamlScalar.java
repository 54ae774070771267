package com.throttlex.rules;

import com.throttlex.request.ShownText;
import java.math.BigDecimal;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/** Writes numbers and texts; a text gets quotes only where a YAML reader might need them. */
final class YamlScalar {
  private static final Pattern WORD =
      Pattern.compile("[A-Za-z/](?:[A-Za-z0-9_./*-]|:(?=[A-Za-z0-9]))*+");
  private static final Pattern RATE_OR_TIME =
      Pattern.compile("[0-9]+/([0-9]+(ms|s|m|h|d)|day|week|month)|[0-9]+(ms|s|m|h|d)");
  private static final Pattern PATH = Pattern.compile("/[A-Za-z0-9_./*{}-]*");
  private static final Set<String> YAML_WORDS =
      Set.of("true", "false", "null", "yes", "no", "on", "y", "n");

  private YamlScalar() {}

  /** Returns the scalar in a form that is valid anywhere. */
  static String of(Object value) {
    if (value instanceof BigDecimal number) {
      return number.toPlainString();
    }
    return value instanceof String text && !isPlain(text) ? quoted(text) : value.toString();
  }

  /**
   * Returns the text in a form that is valid after a key in a line of its own, where braces have no
   * meaning.
   */
  static String ofBlock(String text) {
    return PATH.matcher(text).matches() ? text : of(text);
  }

  private static boolean isPlain(String text) {
    return RATE_OR_TIME.matcher(text).matches()
        || (WORD.matcher(text).matches() && !YAML_WORDS.contains(text.toLowerCase(Locale.ROOT)));
  }

  private static String quoted(String text) {
    StringBuilder out = new StringBuilder().append('"');
    text.codePoints().forEach(c -> append(out, c));
    return out.append('"').toString();
  }

  private static void append(StringBuilder out, int codePoint) {
    if (codePoint == '"' || codePoint == '\\') {
      out.append('\\').appendCodePoint(codePoint);
    } else if (ShownText.isInvisible(codePoint)) {
      for (char unit : Character.toChars(codePoint)) {
        out.append(String.format("\\u%04x", (int) unit));
      }
    } else {
      out.appendCodePoint(codePoint);
    }
  }
}
