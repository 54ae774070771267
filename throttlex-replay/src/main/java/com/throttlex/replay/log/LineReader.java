package com.throttlex.replay.log;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Lines of bytes, without copies: a line is a range of the buffer, valid until the next is read.
 *
 * <p>A line ends with LF, or CR and LF. If the beginning of the file has only CR, each CR ends a
 * line. A line that is too long is skipped, and only its beginning is kept. If reading fails, the
 * lines before are complete and {@link #failure} says why.
 */
final class LineReader {
  /** The longest line, in bytes. */
  static final int LONGEST = 1 << 20;

  private static final int FIRST_SIZE = 1 << 17;
  private static final VarHandle WORDS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final long ONES = 0x0101010101010101L;
  private static final long HIGH_BITS = 0x8080808080808080L;

  private final InputStream in;
  private byte separator = '\n';
  private byte[] buffer = new byte[FIRST_SIZE];
  private int next;
  private int end;
  private int from;
  private int to;
  private boolean ended;
  private boolean tooLong;
  private boolean cut;
  private @Nullable String failure;

  LineReader(InputStream in) {
    this.in = in;
  }

  /** Moves to the next line; returns false at the end. */
  boolean next() {
    tooLong = false;
    int scanned = next;
    while (true) {
      int newline = find(separator, scanned, end);
      if (newline >= 0) {
        return line(newline, newline + 1);
      }
      scanned = end - next;
      if (ended) {
        cut = failure != null && next < end;
        return next < end && line(end, end);
      }
      if (scanned >= LONGEST) {
        tooLong = true;
        next = end - 1; // keeps one byte, so that the line is not empty
        scanned = 1;
      }
      fill();
      scanned += next;
    }
  }

  private boolean line(int stop, int after) {
    from = next;
    to = stop;
    while (to > from && buffer[to - 1] == '\r') {
      to--;
    }
    next = after;
    return true;
  }

  /** Returns the index of a byte; −1 if there is none. Looks at eight bytes at a time. */
  private int find(byte wanted, int start, int stop) {
    long pattern = wanted * ONES;
    int i = start;
    for (; i + Long.BYTES <= stop; i += Long.BYTES) {
      long word = (long) WORDS.get(buffer, i) ^ pattern;
      long found = (word - ONES) & ~word & HIGH_BITS;
      if (found != 0) {
        return i + (Long.numberOfTrailingZeros(found) >>> 3);
      }
    }
    while (i < stop && buffer[i] != wanted) {
      i++;
    }
    return i < stop ? i : -1;
  }

  /** Reads more bytes behind those that are not used yet. */
  private void fill() {
    if (next > 0) {
      System.arraycopy(buffer, next, buffer, 0, end - next);
      end -= next;
      next = 0;
    }
    if (end == buffer.length) {
      buffer = Arrays.copyOf(buffer, 2 * end);
    }
    try {
      int read = in.read(buffer, end, buffer.length - end);
      ended = read < 0;
      end += Math.max(0, read);
    } catch (EOFException e) {
      fail("the compressed data ends too early; the file may be truncated");
    } catch (IOException e) {
      fail(String.valueOf(e.getMessage()));
    }
  }

  private void fail(String why) {
    ended = true;
    failure = why;
  }

  /** Reads the first bytes without taking a line, and returns how many there are. */
  int head() {
    while (!ended && end < buffer.length / 2) {
      fill();
    }
    if (find((byte) '\n', 0, end) < 0 && hasReturnBefore(end - 1)) {
      separator = '\r';
    }
    return end;
  }

  private boolean hasReturnBefore(int stop) {
    return stop > 0 && find((byte) '\r', 0, stop) >= 0;
  }

  /** Returns the first bytes, in which each line ends with LF. */
  byte[] headLines() {
    byte[] head = buffer;
    if (separator != '\n') {
      head = Arrays.copyOf(buffer, end);
      for (int i = 0; i < end; i++) {
        head[i] = head[i] == separator ? (byte) '\n' : head[i];
      }
    }
    return head;
  }

  /** Returns whether a carriage return is inside this line. */
  boolean hasReturn() {
    return find((byte) '\r', from, to) >= 0;
  }

  byte[] buffer() {
    return buffer;
  }

  int from() {
    return from;
  }

  int to() {
    return to;
  }

  /** Skips bytes at the beginning of the file. */
  void skip(int bytes) {
    next += bytes;
  }

  /** Returns whether this line is too long, and not complete in the buffer. */
  boolean isTooLong() {
    return tooLong;
  }

  /** Returns whether this line is incomplete because reading failed. */
  boolean isCut() {
    return cut;
  }

  /** Returns why reading ended before the end of the file; null if it did not. */
  @Nullable String failure() {
    return failure;
  }
}
