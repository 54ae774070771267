package com.throttlex.request;

/** Formats one problem as {@code name: value (expected: …)}, safe to log whatever the value is. */
final class ProblemText {
  private ProblemText() {}

  static String of(String name, String value, String expected) {
    return ofShown(name, ShownText.quoted(value), expected);
  }

  static String ofShown(String name, String shown, String expected) {
    return name + ": " + shown + " (expected: " + expected + ")";
  }
}
