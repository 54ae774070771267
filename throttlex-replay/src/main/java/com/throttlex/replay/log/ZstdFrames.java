package com.throttlex.replay.log;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/**
 * The frames of zstd that have data. Skippable frames, which {@code pzstd} and seekable files have,
 * are left out: the decoder does not know them. Frames whose window is too large for the memory are
 * an error.
 *
 * <p>RFC 8878 has the format: a frame is a header, blocks with three bytes before each, and a
 * checksum.
 */
final class ZstdFrames extends InputStream {
  /** The largest window that zstd writes without being asked to. */
  static final long USUAL_WINDOW = 8 << 20;

  private static final int MAGIC = 0xfd2fb528;
  private static final int SKIPPABLE = 0x184d2a50;
  private static final int SKIPPABLE_KINDS = 0xf;
  private static final int RLE = 1;
  private static final int[] DICTIONARY_BYTES = {0, 1, 2, 4};
  private static final int[] SIZE_BYTES = {0, 2, 4, 8};

  private final InputStream in;
  private long mostWindow;
  private long window;

  /** Kept until the decoder, which reads ahead, has used all frames before it. */
  private @Nullable IOException failure;

  /** Bytes that were looked at and not passed on yet. */
  private final byte[] seen = new byte[32];

  private int seenAt;
  private int seenEnd;

  /** The bytes that follow and need no look. */
  private long rest;

  private boolean inFrame;
  private boolean checksum;

  /**
   * Creates the frames of a stream.
   *
   * @param mostWindow the bytes of the largest window of the first frame; that of later ones may be
   *     the usual one, or as large as that of the first
   */
  ZstdFrames(InputStream in, long mostWindow) {
    this.in = in;
    this.mostWindow = mostWindow;
  }

  /** Returns why the frames end before the end of the stream; null if they do not. */
  @Nullable IOException failure() {
    return failure;
  }

  /** Returns the bytes of the largest window so far. */
  long window() {
    return window;
  }

  /** Returns whether four bytes are the beginning of a skippable frame. */
  static boolean isSkippable(int magic) {
    return (magic & ~SKIPPABLE_KINDS) == SKIPPABLE;
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] into, int from, int length) throws IOException {
    while (seenAt == seenEnd && rest == 0) {
      if (failure != null || !look()) {
        return -1;
      }
    }
    if (seenAt == seenEnd) {
      int read = in.read(into, from, (int) Math.min(length, rest));
      rest -= Math.max(0, read);
      return read;
    }
    int some = Math.min(length, seenEnd - seenAt);
    System.arraycopy(seen, seenAt, into, from, some);
    seenAt += some;
    return some;
  }

  /** Looks at the next header; returns false at the end. */
  private boolean look() {
    seenAt = 0;
    seenEnd = 0;
    try {
      if (inFrame) {
        block();
      } else {
        frame();
      }
      return seenEnd > 0 || rest > 0;
    } catch (IOException e) {
      failure = e;
      seenEnd = 0;
      return false;
    }
  }

  /** Looks at the header of the next frame that has data. */
  private void frame() throws IOException {
    while (look(4) && isSkippable(number(0, 4))) {
      seenEnd = 0;
      if (!look(4)) {
        throw new EOFException();
      }
      in.skipNBytes(number(0, 4) & 0xffffffffL);
      seenEnd = 0;
    }
    if (seenEnd < 4) {
      return;
    }
    if (number(0, 4) != MAGIC || !look(1)) {
      rest = Long.MAX_VALUE; // the decoder says what is wrong
      return;
    }
    int descriptor = seen[4];
    boolean single = (descriptor >> 5 & 1) == 1;
    int sizeFlag = descriptor >> 6 & 3;
    int sizeBytes = sizeFlag == 0 && single ? 1 : SIZE_BYTES[sizeFlag];
    if (look((single ? 0 : 1) + DICTIONARY_BYTES[descriptor & 3] + sizeBytes)) {
      checkWindow(single ? size(sizeBytes) : window(seen[5] & 0xff));
    }
    checksum = (descriptor >> 2 & 1) == 1;
    inFrame = true;
  }

  private long size(int bytes) {
    int from = seenEnd - bytes;
    return switch (bytes) {
      case 2 -> 256L + number(from, 2);
      case 8 -> (number(from, 4) & 0xffffffffL) | ((long) number(from + 4, 4) << 32);
      default -> number(from, bytes) & 0xffffffffL;
    };
  }

  private static long window(int descriptor) {
    long base = 1L << (10 + (descriptor >> 3));
    return base + base / 8 * (descriptor & 7);
  }

  private void checkWindow(long wanted) throws IOException {
    if (wanted > mostWindow || wanted < 0) {
      throw new IOException(
          "zstd with a window of "
              + Long.toUnsignedString(wanted)
              + " bytes (expected: at most "
              + mostWindow
              + ", as zstd -19 and lower levels without --long write it; or a larger heap)");
    }
    mostWindow = window == 0 ? Math.max(USUAL_WINDOW, wanted) : mostWindow;
    window = Math.max(window, wanted);
  }

  /** Looks at the header of the next block. */
  private void block() throws IOException {
    if (!look(3)) {
      return;
    }
    int header = number(0, 3);
    boolean last = (header & 1) == 1;
    rest = ((header >> 1) & 3) == RLE ? 1 : header >> 3;
    if (last) {
      rest += checksum ? 4 : 0;
      inFrame = false;
    }
  }

  /** Adds bytes to those that were looked at; returns false at the end of the file. */
  private boolean look(int bytes) throws IOException {
    int read = in.readNBytes(seen, seenEnd, bytes);
    seenEnd += read;
    return read == bytes;
  }

  /** Returns the number of bytes that were looked at, the lowest first. */
  private int number(int from, int bytes) {
    int number = 0;
    for (int i = bytes - 1; i >= 0; i--) {
      number = (number << 8) | (seen[from + i] & 0xff);
    }
    return number;
  }
}
