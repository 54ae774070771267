package com.throttlex.server.resp;

import com.throttlex.request.ShownText;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;

/** The words of one command as positions in the received bytes; valid while it runs. */
final class Arguments {
  /** The largest number of words of a command. */
  static final int MAX_COUNT = 256;

  /** The character that a decoder writes for malformed UTF-8; a client may also have sent it. */
  private static final char REPLACED = '\uFFFD';

  private int[] offsets = new int[16];
  private int[] lengths = new int[16];
  private int count;
  private byte[] bytes = {};
  private int base;

  void clear() {
    count = 0;
  }

  /** Adds a word that begins that many bytes after the command. */
  void add(int offset, int length) {
    if (count == offsets.length) {
      offsets = Arrays.copyOf(offsets, 2 * count);
      lengths = Arrays.copyOf(lengths, 2 * count);
    }
    offsets[count] = offset;
    lengths[count++] = length;
  }

  /** Sets the position of the command. */
  void lieIn(byte[] bytes, int base) {
    this.bytes = bytes;
    this.base = base;
  }

  int count() {
    return count;
  }

  byte[] bytes() {
    return bytes;
  }

  int offset(int i) {
    return base + offsets[i];
  }

  int length(int i) {
    return lengths[i];
  }

  /** Returns whether a word equals this one, given in upper case; ASCII letters ignore case. */
  boolean is(int i, String upperCase) {
    if (lengths[i] != upperCase.length()) {
      return false;
    }
    int from = base + offsets[i];
    for (int j = 0; j < upperCase.length(); j++) {
      if (upper(bytes[from + j]) != upperCase.charAt(j)) {
        return false;
      }
    }
    return true;
  }

  private static int upper(byte b) {
    return b >= 'a' && b <= 'z' ? b - 32 : b;
  }

  /**
   * Returns a word as text.
   *
   * @throws IllegalArgumentException when it is not UTF-8: different words must not become the same
   *     text
   */
  String text(int i) {
    String text = lenient(i);
    if (text.indexOf(REPLACED) >= 0 && !isUtf8(i)) {
      throw new IllegalArgumentException(
          "argument " + i + ": " + lengths[i] + " bytes (expected: UTF-8)");
    }
    return text;
  }

  private String lenient(int i) {
    return new String(bytes, offset(i), lengths[i], StandardCharsets.UTF_8);
  }

  private boolean isUtf8(int i) {
    try {
      StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes, offset(i), lengths[i]));
      return true;
    } catch (CharacterCodingException e) {
      return false;
    }
  }

  /** Returns a word in a form that is safe to print. */
  String shown(int i) {
    return ShownText.plain(lenient(i));
  }

  /** Returns a word in upper case. */
  String keyword(int i) {
    return new String(bytes, offset(i), lengths[i], StandardCharsets.ISO_8859_1)
        .toUpperCase(Locale.ROOT);
  }

  /**
   * Returns a word as a whole number.
   *
   * @throws IllegalArgumentException when it is not a number, or not in the range
   */
  long number(int i, String name, long least, long most) {
    int from = offset(i);
    int length = lengths[i];
    long value = 0;
    boolean number = length > 0 && length <= 18;
    for (int j = 0; j < length && number; j++) {
      int digit = bytes[from + j] - '0';
      number = digit >= 0 && digit <= 9;
      value = 10 * value + digit;
    }
    if (!number || value < least || value > most) {
      throw notNumber(i, name, least, most);
    }
    return value;
  }

  private IllegalArgumentException notNumber(int i, String name, long least, long most) {
    return new IllegalArgumentException(
        name
            + ": \""
            + shown(i)
            + "\" (expected: a whole number from "
            + least
            + " to "
            + most
            + ")");
  }
}
