package com.throttlex.request;

import org.jspecify.annotations.Nullable;

/**
 * The elements of a comma-separated header value, last one first.
 *
 * <p>Every proxy appends an element, so the right end can be trusted. Reading starts there, so an
 * open quote of a client cannot hide the elements that a trusted proxy wrote after it.
 */
final class HeaderElements {
  private static final int NONE = -1;

  private final String value;
  private int end;

  /** Reads a header value; null, an absent header, has no elements. */
  HeaderElements(@Nullable String value) {
    this.value = value == null ? "" : value;
    this.end = value == null ? NONE : value.length();
  }

  /** Returns the next element to the left, without surrounding blanks; null after the last one. */
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
