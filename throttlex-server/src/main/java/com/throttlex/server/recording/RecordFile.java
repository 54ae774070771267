package com.throttlex.server.recording;

import com.throttlex.server.admin.RecordedSnapshot;
import com.throttlex.server.identity.OwnerOnly;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The file of recorded requests, and the rotated files next to it.
 *
 * <p>A file that would become too large is renamed to {@code NAME.1}, and then compressed to {@code
 * NAME.1.gz}. Higher numbers are older. There are at most {@code maxFiles} of them, so the disk
 * space is bounded. Only the owner can read the files. A failed write leaves no part of a line.
 *
 * <p>The first process that writes holds a lock on {@code NAME.lock}; others get an error. The file
 * itself cannot be locked: the system releases the lock when a replay closes the file.
 */
final class RecordFile implements AutoCloseable {
  private static final String COMPRESSED = ".gz";
  private static final byte NEWLINE = '\n';

  /** How far the time of a file's last change may be behind that of its last request. */
  private static final Duration COARSE = Duration.ofSeconds(10);

  private final Path file;
  private final long maxBytes;
  private final int maxFiles;
  private @Nullable FileChannel channel;
  private @Nullable FileChannel lock;
  private @Nullable StepwiseGzip compression;
  private long size;

  RecordFile(Path file, long maxBytes, int maxFiles) {
    this.file = file;
    this.maxBytes = maxBytes;
    this.maxFiles = maxFiles;
  }

  /** Appends whole lines, all or none. */
  synchronized void append(byte[] lines) throws IOException {
    FileChannel open = channel == null ? open() : channel;
    if (size > 0 && size + lines.length > maxBytes) {
      rotate(open);
      open = open();
    }
    try {
      write(open, lines);
      size += lines.length;
    } catch (IOException e) {
      abandon(open);
      throw e;
    }
  }

  private static void write(FileChannel open, byte[] bytes) throws IOException {
    ByteBuffer buffer = ByteBuffer.wrap(bytes);
    while (buffer.hasRemaining()) {
      open.write(buffer);
    }
  }

  private FileChannel open() throws IOException {
    Path folder = file.toAbsolutePath().getParent();
    if (folder != null) {
      Files.createDirectories(folder);
    }
    lock = lock == null ? lock() : lock;
    FileChannel open = open(file);
    channel = open;
    size = open.size();
    open.position(size);
    if (size > 0 && !endsLine(open)) {
      write(open, new byte[] {NEWLINE}); // the process was killed within a line
      size++;
    }
    if (compression == null) {
      compression = StepwiseGzip.of(rotated(1, false), rotated(1, true));
    }
    return open;
  }

  private static FileChannel open(Path file) throws IOException {
    return FileChannel.open(
        file,
        Set.of(StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE),
        OwnerOnly.attributes(file));
  }

  private FileChannel lock() throws IOException {
    FileChannel open = open(file.resolveSibling(file.getFileName() + ".lock"));
    boolean locked = false;
    try {
      locked = open.tryLock() != null;
    } catch (OverlappingFileLockException e) {
      locked = false; // another service of this process
    } finally {
      if (!locked) {
        open.close();
      }
    }
    if (!locked) {
      throw new IOException("another service records to it (expected: one file for each service)");
    }
    return open;
  }

  private boolean endsLine(FileChannel open) throws IOException {
    ByteBuffer last = ByteBuffer.allocate(1);
    return open.read(last, size - 1) == 1 && last.get(0) == NEWLINE;
  }

  /** Removes what a failed write has left, as far as possible, and closes the file. */
  private void abandon(FileChannel open) {
    channel = null;
    try (open) {
      open.truncate(size);
    } catch (IOException e) {
      size = 0; // the next open completes the line
    }
  }

  private void rotate(FileChannel open) throws IOException {
    channel = null;
    open.close();
    if (compression != null) {
      compression.close(); // slower than the requests: this file stays as it is
      compression = null;
    }
    for (boolean compressed : new boolean[] {false, true}) {
      Files.deleteIfExists(rotated(maxFiles, compressed));
      for (int number = maxFiles - 1; number > 0; number--) {
        move(rotated(number, compressed), rotated(number + 1, compressed));
      }
    }
    move(file, rotated(1, false));
  }

  private static void move(Path from, Path to) throws IOException {
    if (Files.exists(from)) {
      Files.move(from, to, StandardCopyOption.REPLACE_EXISTING);
    }
  }

  private Path rotated(int number, boolean compressed) {
    return file.resolveSibling(file.getFileName() + "." + number + (compressed ? COMPRESSED : ""));
  }

  /** Compresses a part of the newest rotated file; returns whether there is more to do. */
  synchronized boolean compress() {
    if (compression != null && compression.step()) {
      return true;
    }
    compression = null;
    return false;
  }

  /** Opens the files that can contain requests of that time or later, the oldest first. */
  synchronized RecordedSnapshot snapshot(Instant from) throws IOException {
    RecordedSnapshot found = new RecordedSnapshot();
    try {
      for (int number = maxFiles; number > 0; number--) {
        add(rotated(number, true), from, found);
        add(rotated(number, false), from, found);
      }
      add(file, from, found);
      return found;
    } catch (IOException e) {
      found.close();
      throw e;
    }
  }

  private static void add(Path file, Instant from, RecordedSnapshot to) throws IOException {
    if (Files.exists(file)) {
      Instant changed = Files.getLastModifiedTime(file).toInstant();
      if (!changed.plus(COARSE).isBefore(from)) {
        to.add(file);
      }
    }
  }

  @Override
  public synchronized void close() throws IOException {
    if (compression != null) {
      compression.close();
    }
    if (channel != null) {
      channel.close();
    }
    if (lock != null) {
      lock.close();
    }
  }
}
