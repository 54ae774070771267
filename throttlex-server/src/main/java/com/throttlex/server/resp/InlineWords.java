package com.throttlex.server.resp;

/**
 * Splits a plain line into words, as Redis does: blanks separate them, and quotes group them.
 *
 * <p>Between double quotes {@code \n \r \t \b \a \xHH} stand for bytes, and other escaped
 * characters for themselves. Between single quotes only {@code \'} is special. Words are unescaped
 * in place, because that never makes them longer.
 */
final class InlineWords {
  private final byte[] bytes;
  private final int end;
  private int at;
  private int to;

  private InlineWords(byte[] bytes, int start, int end) {
    this.bytes = bytes;
    this.end = end;
    at = start;
  }

  static void split(byte[] bytes, int start, int end, Arguments words) throws ProtocolException {
    InlineWords line = new InlineWords(bytes, start, end);
    while (line.skipBlanks()) {
      int from = line.at;
      line.word();
      if (words.count() == Arguments.MAX_COUNT) {
        throw new ProtocolException("invalid multibulk length");
      }
      words.add(from - start, line.to - from);
    }
  }

  private boolean skipBlanks() {
    while (at < end && isBlank(bytes[at])) {
      at++;
    }
    return at < end;
  }

  private static boolean isBlank(byte b) {
    return b == ' ' || (b >= '\t' && b <= '\r') || b == 0;
  }

  private void word() throws ProtocolException {
    to = at;
    while (at < end && !isBlank(bytes[at])) {
      byte b = bytes[at++];
      if (b == '"' || b == '\'') {
        quoted(b);
      } else {
        bytes[to++] = b;
      }
    }
  }

  private void quoted(byte quote) throws ProtocolException {
    while (at < end && bytes[at] != quote) {
      byte b = bytes[at++];
      if (b == '\\' && at < end && quote == '"') {
        b = escaped();
      } else if (b == '\\' && at < end && bytes[at] == '\'') {
        b = bytes[at++];
      }
      bytes[to++] = b;
    }
    boolean closed = at < end && (at + 1 == end || isBlank(bytes[at + 1]));
    if (!closed) {
      throw new ProtocolException("unbalanced quotes in request");
    }
    at++;
  }

  private byte escaped() {
    byte b = bytes[at++];
    if (b == 'x' && at + 2 <= end && hex(at) >= 0 && hex(at + 1) >= 0) {
      at += 2;
      return (byte) (hex(at - 2) << 4 | hex(at - 1));
    }
    return switch (b) {
      case 'n' -> '\n';
      case 'r' -> '\r';
      case 't' -> '\t';
      case 'b' -> '\b';
      case 'a' -> 7;
      default -> b;
    };
  }

  private int hex(int i) {
    return Character.digit(bytes[i], 16);
  }
}
