package com.throttlex.server.resp;

import io.netty.buffer.ByteBuf;
import java.util.Arrays;

/**
 * The bytes that a client has sent and that are not used up.
 *
 * <p>A client that sends whole commands needs no memory between them: fresh bytes lie in an array
 * that all connections of one event loop share, and only what is left over at the end of a read is
 * kept in an array of its own.
 */
final class Input {
  private static final byte[] NONE = {};

  private final Scratch scratch;
  private byte[] bytes = NONE;
  private int start;
  private int end;

  /** The array that the connections of one event loop take turns in. */
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

  /** Takes over what was received. */
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

  /** Ends a read: what is left moves out of the shared array, and nothing left takes no room. */
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

  /** Where the bytes begin that are not used up. */
  int start() {
    return start;
  }

  int end() {
    return end;
  }

  int size() {
    return end - start;
  }

  /** Uses up so many bytes. */
  void skip(int count) {
    start += count;
  }
}
