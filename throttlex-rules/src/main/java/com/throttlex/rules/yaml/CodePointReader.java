package com.throttlex.rules.yaml;

import java.io.Reader;

/**
 * Reads a string without ever ending on the first half of a surrogate pair.
 *
 * <p>SnakeYAML Engine 2.10 asks for the second half behind the end of its buffer when a full buffer
 * ends on a first half, and fails with an index out of bounds.
 */
final class CodePointReader extends Reader {
  private final String text;
  private int at;

  CodePointReader(String text) {
    this.text = text;
  }

  @Override
  public int read(char[] to, int offset, int length) {
    int count = Math.min(length, text.length() - at);
    if (count > 1 && Character.isHighSurrogate(text.charAt(at + count - 1))) {
      count--;
    }
    text.getChars(at, at + count, to, offset);
    at += count;
    return count == 0 ? -1 : count;
  }

  @Override
  public void close() {}
}
