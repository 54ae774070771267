package com.throttlex.replay.log;

import java.io.IOException;
import java.io.InputStream;

/**
 * The bytes of a source as they are stored, with their number.
 *
 * <p>{@link #available} is 0 only at the end. The decoder of gzip relies on it between the parts of
 * a file, and a pipe may have nothing for a moment.
 */
@SuppressWarnings("NonAtomicVolatileUpdate") // one thread reads, others only watch
final class RawInput extends InputStream {
  private final InputStream in;
  private final byte[] buffer = new byte[1 << 16];
  private int at;
  private int end;
  private volatile long count;

  RawInput(InputStream in) {
    this.in = in;
  }

  /** Returns how many bytes were taken. */
  long count() {
    return count;
  }

  /** Returns the byte at an index from here without taking it; −1 if there is none. */
  int peek(int index) throws IOException {
    while (end - at <= index && end < buffer.length) {
      int read = in.read(buffer, end, buffer.length - end);
      if (read < 0) {
        return -1;
      }
      end += read;
    }
    return at + index < end ? buffer[at + index] & 0xff : -1;
  }

  private boolean fill() throws IOException {
    if (at == end) {
      at = 0;
      end = Math.max(0, in.read(buffer, 0, buffer.length));
    }
    return at < end;
  }

  @Override
  public int available() throws IOException {
    return fill() ? end - at : 0;
  }

  @Override
  public int read() throws IOException {
    if (!fill()) {
      return -1;
    }
    count = count + 1;
    return buffer[at++] & 0xff;
  }

  @Override
  public int read(byte[] into, int from, int length) throws IOException {
    if (!fill()) {
      return -1;
    }
    int some = Math.min(length, end - at);
    System.arraycopy(buffer, at, into, from, some);
    at += some;
    count = count + some;
    return some;
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
