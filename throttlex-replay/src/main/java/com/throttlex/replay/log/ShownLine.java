package com.throttlex.replay.log;

import com.throttlex.request.ShownText;
import java.nio.charset.StandardCharsets;

/** The beginning of a line in a message: short, printable and in quotes. */
final class ShownLine {
  private static final int MOST = 80;

  private ShownLine() {}

  static String of(byte[] line, int from, int to) {
    int end = Math.min(to, from + MOST);
    return of(new String(line, from, end - from, StandardCharsets.UTF_8), end < to);
  }

  static String of(String text) {
    return of(text.substring(0, Math.min(MOST, text.length())), text.length() > MOST);
  }

  private static String of(String text, boolean cut) {
    StringBuilder shown = new StringBuilder("\"");
    text.codePoints()
        .forEach(
            c -> {
              if (ShownText.isInvisible(c) || c == 0xfffd) {
                shown.append('?');
              } else {
                shown.appendCodePoint(c);
              }
            });
    return shown.append(cut ? "…\"" : "\"").toString();
  }
}
