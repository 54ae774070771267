package com.throttlex.rules.yaml;

import java.io.Reader;

/**
 * A reader of a string that never ends a read on the first half of a surrogate pair.
 *
 * <p>If a full buffer ends on a first half, SnakeYAML Engine 2.10 reads the second half behind the
 * end of its buffer, and fails with an index out of bounds.
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
