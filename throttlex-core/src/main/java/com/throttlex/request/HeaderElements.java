package com.throttlex.request;

import org.jspecify.annotations.Nullable;

/**
 * The elements of a comma-separated header value, last one first.
 *
 * <p>Every proxy appends, so the right end is the trustworthy one. Reading from there, a quote that
 * a client left open cannot swallow what a trusted proxy wrote after it.
 */
final class HeaderElements {
  private static final int NONE = -1;

  private final String value;
  private int end;

  /** An absent header has no elements. */
  HeaderElements(@Nullable String value) {
    this.value = value == null ? "" : value;
    this.end = value == null ? NONE : value.length();
  }

  /** The next element to the left, without surrounding blanks; null when there is none left. */
  @Nullable String previous() {
    if (end == NONE) {
      return null;
    }
    int comma = commaBefore(end);
    String element = value.substring(comma + 1, end).strip();
    end = comma;
    return element;
  }

  private int commaBefore(int limit) {
    boolean quoted = false;
    for (int i = limit - 1; i >= 0; i--) {
      char c = value.charAt(i);
      if (c == '"' && !isEscaped(i)) {
        quoted = !quoted;
      } else if (c == ',' && !quoted) {
        return i;
      }
    }
    return NONE;
  }

  private boolean isEscaped(int index) {
    int at = index;
    while (at > 0 && value.charAt(at - 1) == '\\') {
      at--;
    }
    return (index - at) % 2 != 0;
  }
}
