package com.throttlex.server.resp;

import io.netty.buffer.ByteBuf;
import java.util.Arrays;

/**
 * The received bytes of a client that are not used yet.
 *
 * <p>A client that sends complete commands needs no memory between them. New bytes are in an array
 * that all connections of one event loop share. Only the rest at the end of a read is kept in an
 * array of its own.
 */
final class Input {
  private static final byte[] NONE = {};

  private final Scratch scratch;
  private byte[] bytes = NONE;
  private int start;
  private int end;

  /** The array that the connections of one event loop use in turn. */
  static final class Scratch {
    private byte[] bytes = new byte[1 << 16];

    private byte[] ofSize(int size) {
      if (bytes.length < size) {
        bytes = new byte[size];
      }
      return bytes;
    }
  }

  Input(Scratch scratch) {
    this.scratch = scratch;
  }

  /** Appends received bytes. */
  void append(ByteBuf received) {
    int size = received.readableBytes();
    if (start == end) {
      bytes = scratch.ofSize(size);
      start = 0;
      end = 0;
    } else if (end + size > bytes.length) {
      makeRoom(size);
    }
    received.readBytes(bytes, end, size);
    end += size;
  }

  private void makeRoom(int size) {
    int needed = size() + size;
    byte[] larger = needed > bytes.length / 2 ? new byte[2 * needed] : bytes;
    System.arraycopy(bytes, start, larger, 0, size());
    bytes = larger;
    end -= start;
    start = 0;
  }

  /** Ends a read: moves the rest out of the shared array; no rest needs no memory. */
  void keepRest() {
    if (start == end) {
      clear();
    } else if (bytes == scratch.bytes) {
      bytes = Arrays.copyOfRange(bytes, start, end);
      end -= start;
      start = 0;
    }
  }

  void clear() {
    bytes = NONE;
    start = 0;
    end = 0;
  }

  byte[] bytes() {
    return bytes;
  }

  /** Returns the position of the first unused byte. */
  int start() {
    return start;
  }

  int end() {
    return end;
  }

  int size() {
    return end - start;
  }

  /** Marks that many bytes as used. */
  void skip(int count) {
    start += count;
  }
}
