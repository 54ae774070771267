package com.throttlex.replay.log;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A place that log lines are read from.
 *
 * @param name the name in reports
 * @param size the number of bytes, or −1 if it is not known; then the source can be read only once
 * @param opener opens the bytes
 */
public record LogSource(String name, long size, Opener opener) {
  /** Opens a stream of bytes. */
  @FunctionalInterface
  public interface Opener {
    /** Opens the stream, which the reader closes. */
    InputStream open() throws IOException;
  }

  /** Returns whether the source can be opened several times. */
  public boolean isRepeatable() {
    return size >= 0;
  }

  /**
   * Returns a file as a source.
   *
   * @throws IOException with a message for the user, if the file is missing or cannot be read
   */
  public static LogSource of(Path file, String name) throws IOException {
    if (!Files.exists(file)) {
      throw new IOException(name + ": no such file");
    }
    if (Files.isDirectory(file)) {
      throw new IOException(name + ": a directory (expected: a file; name/* lists its files)");
    }
    if (!Files.isReadable(file)) {
      throw new IOException(name + ": not readable (expected: permission to read it)");
    }
    return new LogSource(
        name, Files.isRegularFile(file) ? Files.size(file) : -1, () -> Files.newInputStream(file));
  }

  /** Returns a stream as a source, such as the standard input. */
  public static LogSource of(InputStream in, String name) {
    return new LogSource(name, -1, () -> in);
  }
}
