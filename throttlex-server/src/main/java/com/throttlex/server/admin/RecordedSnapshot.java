package com.throttlex.server.admin;

import com.throttlex.replay.log.LogSource;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Recorded files as they were at one time.
 *
 * <p>The files stay open, so a later rotation neither changes nor deletes their content. Lines that
 * are appended later are not read.
 */
public final class RecordedSnapshot implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(RecordedSnapshot.class);

  private final List<LogSource> sources = new ArrayList<>();
  private final List<InputStream> streams = new ArrayList<>();

  /** Opens a file up to its present size. */
  public void add(Path file) throws IOException {
    long size = Files.size(file);
    InputStream in = new FirstBytes(Files.newInputStream(file), size);
    streams.add(in);
    sources.add(new LogSource(String.valueOf(file.getFileName()), size, () -> in));
  }

  /** Returns the files in the order in which they were added; each can be read once. */
  public List<LogSource> sources() {
    return sources;
  }

  @Override
  public void close() {
    for (InputStream stream : streams) {
      try {
        stream.close();
      } catch (IOException e) {
        LOG.debug("replay: a recorded file is not closed", e);
      }
    }
  }

  /** A stream that ends after a number of bytes. */
  private static final class FirstBytes extends FilterInputStream {
    private long left;

    FirstBytes(InputStream in, long most) {
      super(in);
      left = most;
    }

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] bytes, int from, int length) throws IOException {
      int wanted = (int) Math.min(length, left);
      int read = wanted == 0 && length > 0 ? -1 : super.read(bytes, from, wanted);
      left -= Math.max(0, read);
      return read;
    }
  }
}
