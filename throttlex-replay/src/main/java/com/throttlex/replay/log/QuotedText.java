package com.throttlex.replay.log;

import java.io.ByteArrayOutputStream;

/**
 * The escapes in quoted fields of access logs: {@code \x22}, and a backslash before a character.
 */
final class QuotedText {
  private static final String ESCAPED = "bnrtv";
  private static final String PLAIN = "\b\n\r\t\u000b";

  private QuotedText() {}

  static boolean hasEscape(byte[] in, int from, int to) {
    for (int i = from; i < to; i++) {
      if (in[i] == '\\') {
        return true;
      }
    }
    return false;
  }

  static byte[] unescaped(byte[] in, int from, int to) {
    ByteArrayOutputStream plain = new ByteArrayOutputStream(to - from);
    int i = from;
    while (i < to) {
      if (in[i] != '\\' || i + 1 == to) {
        plain.write(in[i++]);
      } else if (in[i + 1] == 'x' && i + 3 < to && hex(in, i + 2) >= 0) {
        plain.write(hex(in, i + 2));
        i += 4;
      } else {
        int known = ESCAPED.indexOf(in[i + 1]);
        plain.write(known < 0 ? in[i + 1] : PLAIN.charAt(known));
        i += 2;
      }
    }
    return plain.toByteArray();
  }

  private static int hex(byte[] in, int at) {
    int high = Character.digit(in[at], 16);
    int low = Character.digit(in[at + 1], 16);
    return high < 0 || low < 0 ? -1 : high << 4 | low;
  }
}
