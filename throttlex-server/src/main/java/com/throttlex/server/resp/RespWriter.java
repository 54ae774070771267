package com.throttlex.server.resp;

import io.netty.buffer.ByteBuf;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Writes replies in the bytes of the protocol. */
final class RespWriter {
  private static final int LONGEST_LONG = 20;

  private byte[] bytes;
  private int size;

  RespWriter(int capacity) {
    bytes = new byte[capacity];
  }

  int size() {
    return size;
  }

  void array(int count) {
    header('*', count);
  }

  void integer(long value) {
    header(':', value);
  }

  void bulk(String text) {
    byte[] value = text.getBytes(StandardCharsets.UTF_8);
    bulk(value, 0, value.length);
  }

  void bulk(byte[] from, int offset, int length) {
    header('$', length);
    append(from, offset, length);
    lineEnd();
  }

  /** Writes a null bulk string. */
  void nil() {
    header('$', -1);
  }

  /** Writes a null array. */
  void nilArray() {
    header('*', -1);
  }

  void simple(String line) {
    line('+', line);
  }

  /** Writes an error: a code such as ERR, and the problem. */
  void error(String code, String problem) {
    line('-', code + ' ' + problem);
  }

  private void line(char type, String line) {
    byte[] value = line.replace('\r', ' ').replace('\n', ' ').getBytes(StandardCharsets.UTF_8);
    room(1);
    bytes[size++] = (byte) type;
    append(value, 0, value.length);
    lineEnd();
  }

  private void header(char type, long value) {
    room(1 + LONGEST_LONG + 2);
    bytes[size++] = (byte) type;
    digits(value);
    lineEnd();
  }

  private void digits(long value) {
    if (value < 0) {
      bytes[size++] = '-';
    }
    int from = size;
    long rest = value;
    do {
      bytes[size++] = (byte) ('0' + Math.abs(rest % 10));
      rest /= 10;
    } while (rest != 0);
    for (int i = from, j = size - 1; i < j; i++, j--) {
      byte swapped = bytes[i];
      bytes[i] = bytes[j];
      bytes[j] = swapped;
    }
  }

  private void lineEnd() {
    room(2);
    bytes[size++] = '\r';
    bytes[size++] = '\n';
  }

  private void append(byte[] from, int offset, int length) {
    room(length);
    System.arraycopy(from, offset, bytes, size, length);
    size += length;
  }

  private void room(int more) {
    if (size + more > bytes.length) {
      bytes = Arrays.copyOf(bytes, Math.max(size + more, 2 * bytes.length));
    }
  }

  /** Drops all bytes after the first {@code size}. */
  void truncate(int size) {
    this.size = size;
  }

  /** Appends all bytes of the other writer. */
  void append(RespWriter other) {
    append(other.bytes, 0, other.size);
  }

  /** Moves all bytes to a buffer. */
  void drainTo(ByteBuf buffer) {
    buffer.writeBytes(bytes, 0, size);
    size = 0;
  }
}
