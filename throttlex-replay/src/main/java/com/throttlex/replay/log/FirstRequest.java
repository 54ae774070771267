package com.throttlex.replay.log;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/**
 * The time of the first request of a file, found by a look at its beginning.
 *
 * @param nanos the time; {@link Long#MIN_VALUE} if the beginning has no request
 * @param openBytes the memory that the file needs while it is open
 */
record FirstRequest(long nanos, long openBytes) {
  /** The plain bytes that are looked at: some of the longest lines. */
  private static final int MOST_BYTES = 2 * LineReader.LONGEST;

  /** Opens a file, looks at its beginning, and closes it. */
  static FirstRequest of(LogSource source, LogOptions options, ReadLimits limits)
      throws IOException {
    LogOptions anyTime =
        new LogOptions(
            options.format(),
            options.mappings(),
            options.outOfOrder(),
            null,
            null,
            options.headers());
    try (LogFile file =
        new LogFile(
            source,
            0,
            anyTime,
            new TextCache(),
            new HostNames(),
            new BrokenLines(),
            limits.with(in -> new Beginning(limits.plain().apply(in))))) {
      @Nullable LogEntry first = file.next();
      return new FirstRequest(first == null ? Long.MIN_VALUE : first.nanos(), file.openBytes());
    }
  }

  /** A stream that ends after some bytes. */
  private static final class Beginning extends FilterInputStream {
    private int left = MOST_BYTES;

    Beginning(InputStream in) {
      super(in);
    }

    @Override
    public int read() throws IOException {
      int one = left == 0 ? -1 : super.read();
      left -= one < 0 ? 0 : 1;
      return one;
    }

    @Override
    public int read(byte[] bytes, int from, int length) throws IOException {
      int read = left == 0 ? -1 : super.read(bytes, from, Math.min(length, left));
      left -= Math.max(0, read);
      return read;
    }
  }
}
