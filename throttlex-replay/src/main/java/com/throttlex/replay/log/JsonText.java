package com.throttlex.replay.log;

import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** The escapes in JSON strings. */
final class JsonText {
  private static final String ESCAPED = "\"\\/bfnrt";
  private static final String PLAIN = "\"\\/\b\f\n\r\t";

  private JsonText() {}

  /** Returns the UTF-8 bytes of a string without its escapes; null if an escape is malformed. */
  static byte @Nullable [] unescaped(byte[] in, int from, int to) {
    String text = new String(in, from, to - from, StandardCharsets.UTF_8);
    StringBuilder plain = new StringBuilder(text.length());
    int i = 0;
    while (i < text.length()) {
      char c = text.charAt(i++);
      if (c != '\\') {
        plain.append(c);
        continue;
      }
      char escape = i < text.length() ? text.charAt(i++) : ' ';
      int known = ESCAPED.indexOf(escape);
      if (known >= 0) {
        plain.append(PLAIN.charAt(known));
      } else if (escape == 'u' && hex(text, i) >= 0) {
        plain.append((char) hex(text, i));
        i += 4;
      } else {
        return null;
      }
    }
    return plain.toString().getBytes(StandardCharsets.UTF_8);
  }

  private static int hex(String text, int at) {
    int value = 0;
    for (int i = at; i < at + 4; i++) {
      int digit = i < text.length() ? Character.digit(text.charAt(i), 16) : -1;
      if (digit < 0) {
        return -1;
      }
      value = value << 4 | digit;
    }
    return value;
  }
}
