package com.throttlex.redis;

/** The answer of a script, read word by word. */
final class Words {
  private final String text;
  private int at;

  Words(String text) {
    this.text = text;
  }

  /** Returns the next word. */
  String next() {
    int end = text.indexOf(' ', at);
    String word = text.substring(at, end < 0 ? text.length() : end);
    at = end < 0 ? text.length() : end + 1;
    return word;
  }

  /** Returns that many words, unchanged. */
  String next(int words) {
    int begin = at;
    int end = at;
    for (int i = 0; i < words; i++) {
      next();
      end = at < text.length() ? at - 1 : text.length();
    }
    return text.substring(begin, end);
  }

  /** Returns the next word as a number. */
  long number() {
    long number = 0;
    int begin = at;
    for (; at < text.length() && text.charAt(at) != ' '; at++) {
      int digit = text.charAt(at) - '0';
      if (digit < 0 || digit > 9) {
        throw new IllegalStateException(
            "answer: \"" + text.substring(begin) + "\" (expected: a number)");
      }
      number = 10 * number + digit;
    }
    at++;
    return number;
  }
}
