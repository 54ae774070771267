package com.throttlex.replay.log;

import java.io.IOException;
import java.io.InputStream;

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
    int magic = in.peek(0) | in.peek(1) << 8 | in.peek(2) << 16 | in.peek(3) << 24;
    if (ZstdFrames.isSkippable(magic)) {
      return ZSTD;
    }
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

  /**
   * Returns the plain bytes.
   *
   * @param mostBytes the memory that the decoder may take
   */
  InputStream open(RawInput in, long mostBytes) throws IOException {
    return switch (this) {
      case NONE -> in;
      case GZIP -> new GzipStream(in);
      case ZSTD -> new ZstdStream(in, mostBytes);
      case BZIP2, XZ, ZIP ->
          throw new LogFormatException(
              "compressed with " + text + " (expected: plain text, gzip or zstd)");
    };
  }
}
