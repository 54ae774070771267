package com.throttlex.server.dashboard;

import io.vertx.core.buffer.Buffer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.zip.Deflater;
import java.util.zip.GZIPOutputStream;

/** A file in memory, plain and compressed. */
final class SentFile {
  private final String type;
  private final Buffer plain;
  private final Buffer gzipped;

  SentFile(String type, byte[] content) {
    this.type = type;
    plain = Buffer.buffer(content);
    gzipped = Buffer.buffer(gzip(content));
  }

  private static byte[] gzip(byte[] content) {
    ByteArrayOutputStream out = new ByteArrayOutputStream(content.length / 2);
    try (GZIPOutputStream gzip = new BestGzip(out)) {
      gzip.write(content);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return out.toByteArray();
  }

  /** Compresses as well as it can, because that happens once. */
  private static final class BestGzip extends GZIPOutputStream {
    BestGzip(ByteArrayOutputStream out) throws IOException {
      super(out);
      def.setLevel(Deflater.BEST_COMPRESSION);
    }
  }

  String type() {
    return type;
  }

  Buffer content(boolean compressed) {
    return compressed ? gzipped : plain;
  }
}
