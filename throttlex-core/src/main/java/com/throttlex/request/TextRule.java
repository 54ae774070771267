package com.throttlex.request;

import org.jspecify.annotations.Nullable;

/** What any text in a request must be: present, not too long, printable, valid UTF-16. */
final class TextRule {
  private TextRule() {}

  /** The expectation that a text fails, or null if it meets them all. */
  static @Nullable String failedBy(String text, int maxLength) {
    String failed = failedByLengthOf(text, maxLength);
    return failed == null ? failedByCharactersOf(text) : failed;
  }

  static @Nullable String failedByLengthOf(String text, int maxLength) {
    if (text.isEmpty()) {
      return "at least one character, or no such field";
    }
    return text.length() > maxLength ? "at most " + maxLength + " characters" : null;
  }

  private static @Nullable String failedByCharactersOf(String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (Character.isISOControl(c)) {
        return "no control character";
      }
      if (Character.isSurrogate(c)) {
        if (!isPair(text, i)) {
          return "no unpaired surrogate";
        }
        i++;
      }
    }
    return null;
  }

  private static boolean isPair(String text, int at) {
    return at + 1 < text.length()
        && Character.isSurrogatePair(text.charAt(at), text.charAt(at + 1));
  }
}
