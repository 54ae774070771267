package com.throttlex.adaptive;

import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.StringJoiner;
import java.util.TreeMap;

/** Writes texts and numbers as words without blanks, for notes. */
final class NoteWords {
  private static final String NOTHING = "-";

  private NoteWords() {}

  static String of(String text) {
    return text.isEmpty() ? NOTHING : URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  static String text(String word) {
    return word.equals(NOTHING) ? "" : URLDecoder.decode(word, StandardCharsets.UTF_8);
  }

  static String of(Map<String, Double> numbers) {
    StringJoiner joined = new StringJoiner(",").setEmptyValue(NOTHING);
    new TreeMap<>(numbers).forEach((name, number) -> joined.add(of(name) + "=" + number));
    return joined.toString();
  }

  static Map<String, Double> numbers(String word) {
    Map<String, Double> numbers = new TreeMap<>();
    if (!word.equals(NOTHING)) {
      for (String pair : word.split(",", -1)) {
        int equals = pair.indexOf('=');
        if (equals < 0) {
          throw new IllegalArgumentException("note: " + word + " (expected: name=number,…)");
        }
        numbers.put(text(pair.substring(0, equals)), Double.valueOf(pair.substring(equals + 1)));
      }
    }
    return numbers;
  }
}
