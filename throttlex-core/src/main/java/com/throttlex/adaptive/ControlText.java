package com.throttlex.adaptive;

import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * The text form of a controlled limit: {@code limit changedAt name=value name=value …}, separated
 * by single blanks, with the names in order.
 */
final class ControlText {
  private static final int LONGEST = 4096;
  private static final Pattern BLANK = Pattern.compile(" ");
  private static final Pattern NAME = Pattern.compile("[A-Za-z]{1,40}");
  private static final Pattern DECIMAL = Pattern.compile("-?[0-9]+\\.[0-9]+(E-?[0-9]+)?");

  private ControlText() {}

  static boolean isName(String text) {
    return NAME.matcher(text).matches();
  }

  static String write(ControlState state) {
    StringBuilder text = new StringBuilder(160);
    text.append(state.limit()).append(' ').append(state.changedAt());
    new TreeMap<>(state.memory())
        .forEach((name, value) -> text.append(' ').append(name).append('=').append(value));
    return text.toString();
  }

  static ControlState read(String text) {
    if (text.length() > LONGEST) {
      throw wrong(text.substring(0, 40) + "…");
    }
    String[] words = BLANK.split(text, -1);
    if (words.length < 2) {
      throw wrong(text);
    }
    try {
      return new ControlState(decimal(words[0]), Long.parseLong(words[1]), memory(words, text));
    } catch (NumberFormatException e) {
      throw wrong(text);
    }
  }

  private static Map<String, Double> memory(String[] words, String text) {
    Map<String, Double> memory = new TreeMap<>();
    for (int i = 2; i < words.length; i++) {
      int sign = words[i].indexOf('=');
      if (sign < 0) {
        throw wrong(text);
      }
      String name = words[i].substring(0, sign);
      if (memory.put(name, decimal(words[i].substring(sign + 1))) != null) {
        throw wrong(text);
      }
    }
    return memory;
  }

  /** Parses a decimal number; Java's own parser accepts more, such as hexadecimal. */
  private static double decimal(String text) {
    if (!DECIMAL.matcher(text).matches()) {
      throw new NumberFormatException(text);
    }
    return Double.parseDouble(text);
  }

  private static IllegalArgumentException wrong(String text) {
    return new IllegalArgumentException(
        "control state: " + text + " (expected: limit changedAt name=value …)");
  }
}
