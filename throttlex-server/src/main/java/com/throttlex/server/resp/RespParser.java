package com.throttlex.server.resp;

/**
 * Splits the bytes of a client into commands: arrays of bulk strings, or plain lines.
 *
 * <p>It continues where it stopped when bytes were missing, so the cost of a command depends on its
 * length, not on the number of pieces. Error messages are those of Redis.
 */
final class RespParser {
  /** The longest word, and the longest plain line. */
  static final int MAX_BULK = 64 * 1024;

  /** The longest command. */
  static final int MAX_COMMAND = 1024 * 1024;

  /** The most words in a command of an unauthenticated client, as in Redis. */
  private static final int UNAUTHENTICATED_WORDS = 10;

  /** The longest word of an unauthenticated client, in bytes, as in Redis. */
  private static final int UNAUTHENTICATED_BULK = 16 * 1024;

  private static final int NONE = -1;
  private static final long MISSING = Long.MIN_VALUE;
  private static final long MALFORMED = Long.MAX_VALUE;
  private static final int LONGEST_NUMBER = 10;

  private final Arguments arguments = new Arguments();

  private int mostWords = Arguments.MAX_COUNT;
  private int longestBulk = MAX_BULK;

  /** The next byte to read, counted from the command's first. */
  private int at;

  private int expected = NONE;
  private int bulk = NONE;

  /** Returns the words of the last command. */
  Arguments arguments() {
    return arguments;
  }

  /**
   * Removes the next command from the input; returns false if it is not complete yet.
   *
   * @param admitted whether the client is authenticated; if not, only small commands are allowed
   */
  boolean next(Input in, boolean admitted) throws ProtocolException {
    mostWords = admitted ? Arguments.MAX_COUNT : UNAUTHENTICATED_WORDS;
    longestBulk = admitted ? MAX_BULK : UNAUTHENTICATED_BULK;
    while (expected == NONE) {
      if (in.size() == 0) {
        return false;
      }
      boolean array = in.bytes()[in.start()] == '*';
      if (!(array ? header(in) : line(in))) {
        return false;
      }
    }
    while (arguments.count() < expected) {
      if (!word(in)) {
        return false;
      }
    }
    finish(in);
    return true;
  }

  private void finish(Input in) {
    arguments.lieIn(in.bytes(), in.start());
    in.skip(at);
    at = 0;
    expected = NONE;
  }

  /** Reads the number of words; an empty command is skipped. */
  private boolean header(Input in) throws ProtocolException {
    arguments.clear();
    at = 1;
    long count = number(in);
    if (count == MISSING) {
      return false;
    }
    if (count > mostWords) {
      String whose = mostWords == Arguments.MAX_COUNT ? "invalid" : "unauthenticated";
      throw new ProtocolException(whose + " multibulk length");
    }
    if (count <= 0) {
      in.skip(at);
      at = 0;
    } else {
      expected = (int) count;
    }
    return true;
  }

  private boolean word(Input in) throws ProtocolException {
    if (bulk == NONE && !length(in)) {
      return false;
    }
    int offset = at;
    int end = in.start() + offset + bulk;
    if (end + 2 > in.end()) {
      return false;
    }
    if (in.bytes()[end] != '\r' || in.bytes()[end + 1] != '\n') {
      throw new ProtocolException("expected CRLF after " + bulk + " bytes");
    }
    arguments.add(offset, bulk);
    at = offset + bulk + 2;
    bulk = NONE;
    return true;
  }

  private boolean length(Input in) throws ProtocolException {
    int begin = at;
    int from = in.start() + begin;
    if (from == in.end()) {
      return false;
    }
    if (in.bytes()[from] != '$') {
      throw new ProtocolException("expected '$', got '" + printable(in.bytes()[from]) + "'");
    }
    at++;
    long length = number(in);
    if (length == MISSING) {
      at = begin;
      return false;
    }
    if (length < 0 || length > longestBulk) {
      boolean unauthenticated = length >= 0 && longestBulk < MAX_BULK;
      throw new ProtocolException(
          (unauthenticated ? "unauthenticated" : "invalid") + " bulk length");
    }
    if (at + length > MAX_COMMAND) {
      throw new ProtocolException("too big request");
    }
    bulk = (int) length;
    return true;
  }

  private static char printable(byte b) {
    return b > ' ' && b < 127 ? (char) b : '?';
  }

  /** Reads a number and the end of its line. */
  private long number(Input in) {
    byte[] bytes = in.bytes();
    int first = in.start() + at;
    boolean negative = first < in.end() && bytes[first] == '-';
    int i = negative ? first + 1 : first;
    int digits = i;
    long value = 0;
    while (i < in.end() && bytes[i] >= '0' && bytes[i] <= '9' && i - digits < LONGEST_NUMBER) {
      value = 10 * value + bytes[i++] - '0';
    }
    if (i < in.end() && (bytes[i] != '\r' || i == digits)) {
      return MALFORMED;
    }
    if (i + 1 >= in.end()) {
      return MISSING;
    }
    at = i + 2 - in.start();
    return bytes[i + 1] == '\n' ? (negative ? -value : value) : MALFORMED;
  }

  /** Reads a plain line; an empty one is skipped. */
  private boolean line(Input in) throws ProtocolException {
    int i = in.start() + at;
    while (i < in.end() && in.bytes()[i] != '\n') {
      i++;
    }
    at = i - in.start();
    if (at > longestBulk) {
      throw new ProtocolException("too big inline request");
    }
    if (i == in.end()) {
      return false;
    }
    arguments.clear();
    InlineWords.split(in.bytes(), in.start(), i, arguments);
    at++;
    if (arguments.count() == 0) {
      in.skip(at);
      at = 0;
    } else {
      expected = arguments.count();
    }
    return true;
  }
}
