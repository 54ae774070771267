package com.throttlex.replay.log;

import java.io.IOException;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;

/**
 * Gzip, with an error for bytes after its end, which Java ignores. All bytes before a damage are
 * read.
 */
final class GzipStream extends GZIPInputStream {
  private static final int TRAILER = 8;

  private final RawInput raw;
  private @Nullable IOException failure;

  GzipStream(RawInput raw) throws IOException {
    super(raw, 1 << 16);
    this.raw = raw;
  }

  @Override
  public int read(byte[] into, int from, int length) throws IOException {
    if (failure != null) {
      throw failure;
    }
    long before = inf.getBytesWritten();
    int read;
    try {
      read = super.read(into, from, length);
    } catch (StackOverflowError e) { // Java reads the next part by a call for each empty one
      throw new IOException("too many empty parts of gzip data", e);
    } catch (IOException e) {
      int written = (int) (inf.getBytesWritten() - before);
      if (written <= 0) {
        throw e;
      }
      failure = e;
      return written;
    }
    if (read < 0 && (inf.getRemaining() > TRAILER || raw.available() > 0)) {
      throw new IOException("other bytes after the end of the gzip data");
    }
    return read;
  }
}
