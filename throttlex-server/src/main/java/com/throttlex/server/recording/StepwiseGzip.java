package com.throttlex.server.recording;

import com.throttlex.server.identity.OwnerOnly;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The compression of one file in short steps, so that its thread can do other work between them.
 *
 * <p>The compressed file gets its name when it is complete; then the other one is deleted. After a
 * failure the other one stays.
 */
final class StepwiseGzip implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(StepwiseGzip.class);
  private static final int STEP_BYTES = 1 << 20;

  private final Path from;
  private final Path to;
  private final Path part;
  private final InputStream in;
  private final OutputStream out;

  private StepwiseGzip(Path from, Path to, Path part, InputStream in, OutputStream out) {
    this.from = from;
    this.to = to;
    this.part = part;
    this.in = in;
    this.out = out;
  }

  /** Begins to compress a file; returns null if it does not exist or cannot be compressed. */
  static @Nullable StepwiseGzip of(Path from, Path to) {
    if (!Files.exists(from)) {
      return null;
    }
    Path part = to.resolveSibling(to.getFileName() + ".part");
    InputStream in = null;
    try {
      Files.deleteIfExists(part);
      in = Files.newInputStream(from);
      return new StepwiseGzip(from, to, part, in, new GZIPOutputStream(created(part)));
    } catch (IOException e) {
      quietly(in);
      failed(from, e);
      return null;
    }
  }

  private static OutputStream created(Path part) throws IOException {
    return Channels.newOutputStream(
        Files.newByteChannel(
            part,
            Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
            OwnerOnly.attributes(part)));
  }

  /** Compresses the next bytes; returns false when the file is complete, or after a failure. */
  boolean step() {
    try {
      byte[] bytes = in.readNBytes(STEP_BYTES);
      out.write(bytes);
      if (bytes.length == STEP_BYTES) {
        return true;
      }
      out.close();
      in.close();
      Files.setLastModifiedTime(part, Files.getLastModifiedTime(from));
      Files.move(part, to, StandardCopyOption.REPLACE_EXISTING);
      Files.delete(from);
    } catch (IOException e) {
      failed(from, e);
      close();
    }
    return false;
  }

  private static void failed(Path from, IOException e) {
    LOG.warn("record: {} stays uncompressed: {}", from, e.toString());
  }

  /** Ends an incomplete compression; the file stays as it is. */
  @Override
  public void close() {
    quietly(in);
    quietly(out);
    try {
      Files.deleteIfExists(part);
    } catch (IOException e) {
      LOG.debug("record: {} stays", part, e);
    }
  }

  private static void quietly(@Nullable AutoCloseable open) {
    try {
      if (open != null) {
        open.close();
      }
    } catch (Exception e) {
      LOG.debug("record: not closed", e);
    }
  }
}
