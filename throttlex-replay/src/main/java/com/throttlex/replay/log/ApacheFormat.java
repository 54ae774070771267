package com.throttlex.replay.log;

import java.util.Locale;
import java.util.Map;

/** The description of a line in Apache's form, such as {@code %h %l %u %t "%r" %>s %b}. */
final class ApacheFormat {
  /** The name of {@code %t}: the time of the start, and not of the end as nginx's has it. */
  static final String TIME = "apache_time";

  private static final Map<String, String> FIELDS =
      Map.ofEntries(
          Map.entry("h", "${remote_addr}"),
          Map.entry("a", "${remote_addr}"),
          Map.entry("u", "${remote_user}"),
          Map.entry("t", "[${" + TIME + "}]"),
          Map.entry("r", "${request}"),
          Map.entry("m", "${request_method}"),
          Map.entry("U", "${request_uri}"),
          Map.entry("s", "${status}"),
          Map.entry("D", "${duration_us}"),
          Map.entry("T", "${request_time}"));

  private ApacheFormat() {}

  static boolean isOne(String format) {
    return format.contains("%") && !format.contains("$");
  }

  /** Returns the same line with nginx's names. */
  static String toFields(String format) {
    StringBuilder fields = new StringBuilder();
    int at = 0;
    while (at < format.length()) {
      char c = format.charAt(at);
      if (c == '\\' && at + 1 < format.length()) {
        fields.append(format.charAt(at + 1));
        at += 2;
      } else if (c == '%') {
        at = field(format, at + 1, fields);
      } else {
        fields.append(c);
        at++;
      }
    }
    return fields.toString();
  }

  /** Appends the field that begins behind a per cent sign; returns where it ends. */
  private static int field(String format, int from, StringBuilder fields) {
    int at = from;
    while (at < format.length() && "<>!,0123456789".indexOf(format.charAt(at)) >= 0) {
      at++;
    }
    String name = "";
    if (at < format.length() && format.charAt(at) == '{') {
      int close = format.indexOf('}', at);
      if (close < 0) {
        throw new IllegalArgumentException("(expected: a } after %{)");
      }
      name = format.substring(at + 1, close);
      at = close + 1;
    }
    String letter = at < format.length() ? format.substring(at, at + 1) : "";
    if (letter.equals("i")) {
      fields.append("${http_").append(name.toLowerCase(Locale.ROOT).replace('-', '_')).append('}');
    } else {
      fields.append(FIELDS.getOrDefault(letter, "${apache_" + letter + "}"));
    }
    return at + 1;
  }
}
