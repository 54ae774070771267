package com.throttlex.replay.suggest;

import com.throttlex.rule.EndpointPattern;

/** Tells by its shape whether a segment of a path is a value: a number, a UUID, a hash, a token. */
final class SegmentShape {
  private static final int SHORTEST_HEX = 8;
  private static final int SHORTEST_TOKEN = 20;

  private SegmentShape() {}

  /** Returns whether a segment in normal form is a value rather than a name. */
  static boolean isValue(String segment) {
    int digits = 0;
    int hex = 0;
    int signs = 0;
    for (int i = 0; i < segment.length(); i++) {
      char c = segment.charAt(i);
      if (c >= '0' && c <= '9') {
        digits++;
      } else if (c >= 'a' && c <= 'f') {
        hex++;
      } else if (c < 'a' || c > 'z') {
        signs++;
      }
    }
    int length = segment.length();
    boolean number = digits > 0 && digits + signs == length && signs <= digits;
    boolean hash = digits > 0 && digits + hex == length && length >= SHORTEST_HEX;
    boolean uuid = signs == 4 && length == 36 && digits + hex == 32;
    boolean token = digits >= 4 && length >= SHORTEST_TOKEN && signs <= length / 8;
    boolean numbered = digits >= 4 && 2 * digits >= length && isNumbered(segment);
    return number || hash || uuid || token || numbered || !isName(segment);
  }

  /** Returns whether a segment ends in a number, as in {@code order-10025}. */
  private static boolean isNumbered(String segment) {
    char last = segment.charAt(segment.length() - 1);
    return last >= '0' && last <= '9';
  }

  /** Returns whether a pattern can have the segment as it is. */
  private static boolean isName(String segment) {
    for (int i = 0; i < segment.length(); i++) {
      char c = segment.charAt(i);
      boolean plain = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || "._-~".indexOf(c) >= 0;
      if (!plain) {
        return false;
      }
    }
    return isPattern("/" + segment);
  }

  private static boolean isPattern(String text) {
    try {
      EndpointPattern.parse(text);
      return true;
    } catch (IllegalArgumentException e) {
      return false;
    }
  }
}
