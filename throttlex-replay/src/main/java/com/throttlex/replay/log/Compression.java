package com.throttlex.replay.log;

import io.airlift.compress.MalformedInputException;
import io.airlift.compress.zstd.ZstdInputStream;
import java.io.EOFException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.zip.GZIPInputStream;

/** The compression of a file, found by its first bytes. */
enum Compression {
  NONE("none", ""),
  GZIP("gzip", "\u001f\u008b"),
  ZSTD("zstd", "(\u00b5/\u00fd"),
  BZIP2("bzip2", "BZh"),
  XZ("xz", "\u00fd7zXZ"),
  ZIP("zip", "PK\u0003\u0004");

  private final String text;

  /** The first bytes, one in each character. */
  private final String magic;

  Compression(String text, String magic) {
    this.text = text;
    this.magic = magic;
  }

  String text() {
    return text;
  }

  /** Returns the compression of a stream, of which nothing is taken. */
  static Compression of(RawInput in) throws IOException {
    for (Compression compression : values()) {
      boolean same = !compression.magic.isEmpty();
      for (int i = 0; same && i < compression.magic.length(); i++) {
        same = in.peek(i) == compression.magic.charAt(i);
      }
      if (same) {
        return compression;
      }
    }
    return NONE;
  }

  /** Returns the plain bytes. */
  InputStream open(RawInput in) throws IOException {
    return switch (this) {
      case NONE -> in;
      case GZIP -> new Gzip(in);
      case ZSTD -> new Zstd(in);
      case BZIP2, XZ, ZIP ->
          throw new LogFormatException(
              "compressed with " + text + " (expected: plain text, gzip or zstd)");
    };
  }

  /** Gzip, with an error for bytes after its end, which Java ignores. */
  private static final class Gzip extends GZIPInputStream {
    private static final int TRAILER = 8;

    private final RawInput raw;

    Gzip(RawInput raw) throws IOException {
      super(raw, 1 << 16);
      this.raw = raw;
    }

    @Override
    public int read(byte[] into, int from, int length) throws IOException {
      int read = super.read(into, from, length);
      if (read < 0 && (inf.getRemaining() > TRAILER || raw.available() > 0)) {
        throw new IOException("other bytes after the end of the gzip data");
      }
      return read;
    }
  }

  /** Zstandard, with the errors that gzip has. */
  private static final class Zstd extends FilterInputStream {
    private static final String TRUNCATED = "Not enough input bytes";

    Zstd(InputStream raw) {
      super(new ZstdInputStream(raw));
    }

    @Override
    public int read(byte[] into, int from, int length) throws IOException {
      try {
        return super.read(into, from, length);
      } catch (MalformedInputException | IndexOutOfBoundsException e) {
        throw new IOException("malformed zstd data: " + e.getMessage(), e);
      } catch (IOException e) {
        if (TRUNCATED.equals(e.getMessage())) {
          throw new EOFException(TRUNCATED);
        }
        throw e;
      }
    }
  }
}
