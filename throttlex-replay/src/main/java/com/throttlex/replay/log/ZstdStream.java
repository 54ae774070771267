package com.throttlex.replay.log;

import io.airlift.compress.zstd.ZstdInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Zstandard, with the errors that gzip has. All bytes before a damage are read.
 *
 * <p>The decoder does not say how many bytes it has written when it fails. So the bytes of each
 * reading are set to a value that is never in a text in UTF-8, and those that have changed are
 * known.
 */
final class ZstdStream extends InputStream {
  private static final String TRUNCATED = "Not enough input bytes";
  private static final byte UNWRITTEN = (byte) 0xff;

  /** The bytes of one reading: few, so that it costs little to set them. */
  private static final int PIECE = 1 << 14;

  /** The memory of the decoder for a usual window: it keeps up to four. */
  private static final long USUAL_BYTES = 34 << 20;

  private static final long LARGEST_WINDOW = 128 << 20;

  /** The windows in memory while the decoder enlarges its own. */
  private static final int COPIES = 2;

  private final ZstdFrames frames;
  private final ZstdInputStream in;
  private @Nullable IOException failure;

  /**
   * Creates a stream.
   *
   * @param mostBytes the memory that it may take; it may take that of a usual window in any case
   */
  ZstdStream(InputStream raw, long mostBytes) {
    long most = Math.min(LARGEST_WINDOW, mostBytes / COPIES);
    frames = new ZstdFrames(raw, Math.max(ZstdFrames.USUAL_WINDOW, most));
    in = new ZstdInputStream(frames);
  }

  /** Returns the memory that it takes, at most; known when its first bytes have been read. */
  long openBytes() {
    return Math.max(USUAL_BYTES, COPIES * frames.window());
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] into, int from, int length) throws IOException {
    if (failure != null) {
      throw failure;
    }
    int end = from + Math.min(length, PIECE);
    Arrays.fill(into, from, end, UNWRITTEN);
    try {
      int read = in.read(into, from, end - from);
      if (read < 0 && frames.failure() != null) {
        throw frames.failure();
      }
      return read;
    } catch (IOException | RuntimeException e) { // the decoder throws many kinds of both
      IOException why = frames.failure();
      failure = why == null ? failure(e) : why;
      int written = end;
      while (written > from && into[written - 1] == UNWRITTEN) {
        written--;
      }
      if (written == from) {
        throw failure;
      }
      return written - from;
    }
  }

  private static IOException failure(Exception cause) {
    if (TRUNCATED.equals(cause.getMessage())) {
      return new EOFException(TRUNCATED);
    }
    return cause instanceof IOException ofFile && !isOfDecoder(cause)
        ? ofFile
        : new IOException("malformed zstd data: " + cause.getMessage(), cause);
  }

  private static boolean isOfDecoder(Exception cause) {
    return cause.getClass().getName().startsWith("io.airlift.");
  }
}
