package com.throttlex.rules;

import com.throttlex.request.ShownText;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Collects what is wrong with one file. */
final class Problems {
  private static final String EXPECTED = " (expected: ";

  private final String file;
  private final List<Problem> found = new ArrayList<>();

  Problems(String file) {
    this.file = file;
  }

  void add(int line, String key, String value, String expected) {
    found.add(new Problem(file, line, ShownText.plain(key), value, expected));
  }

  /** Adds a problem of which core says {@code value (expected: …)}. */
  void add(int line, String key, String message) {
    add(line, key, ShownText.sentence(value(message)), ShownText.sentence(expected(message)));
  }

  /** What comes before the expectation in a message of core. */
  static String value(String message) {
    int at = message.lastIndexOf(EXPECTED);
    return at < 0 ? message : message.substring(0, at);
  }

  /** The expectation in a message of core. */
  static String expected(String message) {
    int at = message.lastIndexOf(EXPECTED);
    return at < 0 ? message : message.substring(at + EXPECTED.length(), message.length() - 1);
  }

  int count() {
    return found.size();
  }

  /** Whether one of the problems from the given number on is about the key or something in it. */
  boolean concern(int from, String key) {
    return found.subList(from, found.size()).stream()
        .anyMatch(problem -> problem.key().equals(key) || problem.key().startsWith(key + "."));
  }

  void throwIfAny() {
    if (!found.isEmpty()) {
      throw exception();
    }
  }

  /** All problems, when the given one is such that reading cannot go on. */
  InvalidRuleFileException fatal(int line, String key, String value, String expected) {
    add(line, key, value, expected);
    return exception();
  }

  private InvalidRuleFileException exception() {
    return new InvalidRuleFileException(byLine());
  }

  /** All of them, each once. */
  List<Problem> byLine() {
    return found.stream().sorted(Comparator.comparingInt(Problem::line)).distinct().toList();
  }
}
