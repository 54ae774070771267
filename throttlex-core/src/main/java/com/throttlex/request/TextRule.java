package com.throttlex.request;

import org.jspecify.annotations.Nullable;

/** The requirements for a text in a request: not empty, not too long, printable, valid UTF-16. */
final class TextRule {
  private TextRule() {}

  /** Returns the requirement that a text fails, or null if it meets all. */
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
