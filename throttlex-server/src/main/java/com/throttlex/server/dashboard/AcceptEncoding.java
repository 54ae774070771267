package com.throttlex.server.dashboard;

import java.util.List;
import java.util.Locale;

/** The codings that a client accepts (RFC 9110, section 12.5.3). */
final class AcceptEncoding {
  private static final String GZIP = "gzip";

  private AcceptEncoding() {}

  /** Returns whether a client with these header values accepts gzip; reads each character once. */
  static boolean gzip(List<String> values) {
    boolean any = false;
    for (String value : values) {
      int from = 0;
      while (from <= value.length()) {
        int comma = value.indexOf(',', from);
        int end = comma < 0 ? value.length() : comma;
        String item = value.substring(from, end);
        int semicolon = item.indexOf(';');
        String coding = (semicolon < 0 ? item : item.substring(0, semicolon)).strip();
        boolean wanted = semicolon < 0 || !isZero(item.substring(semicolon + 1));
        if (coding.toLowerCase(Locale.ROOT).equals(GZIP)) {
          return wanted;
        }
        any |= wanted && coding.equals("*");
        from = end + 1;
      }
    }
    return any;
  }

  /** Returns whether a weight is zero; an unreadable weight is not. */
  private static boolean isZero(String weight) {
    String text = weight.strip();
    return text.regionMatches(true, 0, "q=0", 0, 3)
        && text.chars().skip(3).allMatch(c -> c == '0' || c == '.');
  }
}
