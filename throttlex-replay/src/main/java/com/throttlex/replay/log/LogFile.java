package com.throttlex.replay.log;

import java.io.IOException;
import java.io.InputStream;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The requests of one file, in the order of its lines, and the count of its lines. The file is
 * opened for its first request, and closed after its last one.
 */
final class LogFile implements AutoCloseable {
  /** The memory of an open file: its buffers, and the names that its lines have. */
  private static final long OPEN_BYTES = 512 << 10;

  private final LogSource source;
  private final int number;
  private final LogOptions options;
  private final TextCache texts;
  private final HostNames hosts;
  private final BrokenLines brokenLines;
  private final ReadLimits limits;
  private final long from;
  private final long to;
  private volatile @Nullable RawInput raw;
  private volatile long closedBytes;
  private @Nullable Reading reading;
  private Compression compression = Compression.NONE;
  private String format = "none";
  private long openBytes = OPEN_BYTES;
  private boolean ended;
  private @Nullable String problem;
  private long read;
  private long requests;
  private long broken;
  private long blank;
  private long header;
  private long outside;

  /** The state that a file needs only while it is open. */
  private record Reading(
      LineReader lines, FieldSlots slots, EntryReader entries, @Nullable LineParser parser) {}

  LogFile(
      LogSource source,
      int number,
      LogOptions options,
      TextCache texts,
      HostNames hosts,
      BrokenLines brokenLines,
      ReadLimits limits) {
    this.source = source;
    this.number = number;
    this.options = options;
    this.texts = texts;
    this.hosts = hosts;
    this.brokenLines = brokenLines;
    this.limits = limits;
    from = nanos(options.from(), Long.MIN_VALUE);
    to = nanos(options.to(), Long.MAX_VALUE);
  }

  private static long nanos(@Nullable Instant time, long otherwise) {
    if (time == null) {
      return otherwise;
    }
    long seconds = time.getEpochSecond();
    boolean inRange = Math.abs(seconds) <= LogTimes.LATEST;
    return inRange
        ? seconds * 1_000_000_000L + time.getNano()
        : seconds < 0 ? Long.MIN_VALUE : Long.MAX_VALUE;
  }

  /** Returns the next request, or null at the end of what can be read. */
  @Nullable LogEntry next() {
    if (ended) {
      return null;
    }
    try {
      Reading open = reading == null ? open() : reading;
      while (open.lines.next()) {
        LogEntry entry = entry(open);
        if (entry != null) {
          return entry;
        }
      }
      end(open.lines.failure());
    } catch (LogFormatException e) {
      end(e.getMessage());
    } catch (IOException e) {
      end("not readable: " + e.getMessage());
    }
    return null;
  }

  /** Leaves out the rest of the file, or the whole file. */
  void refuse(String why) {
    end(why);
  }

  private void end(@Nullable String why) {
    ended = true;
    problem = why;
    reading = null;
    try {
      close();
    } catch (IOException e) {
      problem = problem == null ? "not closed: " + e.getMessage() : problem;
    }
  }

  private Reading open() throws IOException {
    RawInput opened = new RawInput(source.opener().open());
    raw = opened;
    compression = Compression.of(opened);
    InputStream plain = compression.open(opened, limits.openBytes());
    LineReader lines = new LineReader(limits.plain().apply(plain));
    int end = lines.head();
    openBytes = OPEN_BYTES + (plain instanceof ZstdStream zstd ? zstd.openBytes() : 0);
    byte[] head = lines.headLines();
    boolean marked = end > 2 && head[0] == -17 && head[1] == -69 && head[2] == -65;
    if (marked) {
      lines.skip(3);
      head[0] = head[1] = head[2] = ' ';
    }
    LogNames names = new LogNames(options.mappings(), options.headers());
    EntryReader entries = new EntryReader(names, number, texts, hosts);
    FieldSlots slots = new FieldSlots();
    LineParser parser = null;
    if (end > 0) {
      parser = parser(head, end, names, lines.failure());
      format = parser.format();
    }
    Reading open = new Reading(lines, slots, entries, parser);
    reading = open;
    return open;
  }

  private LineParser parser(byte[] head, int end, LogNames names, @Nullable String failure) {
    FieldSlots slots = new FieldSlots();
    EntryReader trial = new EntryReader(names, number, texts, new HostNames());
    try {
      return LogFormats.of(
          options.format(),
          head,
          end,
          names,
          attempt -> {
            slots.clear();
            String wrong = attempt.parser().parse(head, attempt.from(), attempt.to(), slots);
            return wrong == null && trial.read(slots, 1) != null;
          });
    } catch (LogFormatException e) {
      throw failure == null ? e : new LogFormatException(failure + "; " + e.getMessage());
    }
  }

  /** Returns the request of the current line; null if it is none. */
  private @Nullable LogEntry entry(Reading open) {
    LineReader lines = open.lines;
    read++;
    if (lines.isTooLong()) {
      return broken("longer than " + LineReader.LONGEST + " bytes");
    }
    if (lines.isCut()) {
      return broken("incomplete, because " + lines.failure());
    }
    if (lines.from() == lines.to()) {
      blank++;
      return null;
    }
    LineParser by = open.parser;
    if (by == null || (by.hasHeader() && header == 0)) {
      header++;
      return null;
    }
    if (lines.hasReturn()) {
      return broken("a carriage return inside the line (expected: the same end for all lines)");
    }
    return request(open, by);
  }

  private @Nullable LogEntry request(Reading open, LineParser by) {
    LineReader lines = open.lines;
    open.slots.clear();
    String wrong = by.parse(lines.buffer(), lines.from(), lines.to(), open.slots);
    LogEntry entry = wrong == null ? open.entries.read(open.slots, read) : null;
    if (entry == null) {
      return broken(wrong == null ? String.valueOf(open.entries.problem()) : wrong);
    }
    if (entry.nanos() < from || entry.nanos() >= to) {
      outside++;
      return null;
    }
    requests++;
    return entry;
  }

  private @Nullable LogEntry broken(String why) {
    broken++;
    brokenLines.add(source.name(), read, why);
    return null;
  }

  /** Returns the memory that the file needs while it is open; known when it has been opened. */
  long openBytes() {
    return openBytes;
  }

  /** Returns how many bytes of the source were read, as they are stored. */
  long bytes() {
    RawInput opened = raw;
    return opened == null ? closedBytes : opened.count();
  }

  long lines() {
    return read;
  }

  LogFileReport report() {
    return new LogFileReport(
        source.name(),
        format,
        compression.text(),
        read,
        requests,
        broken,
        blank,
        header,
        outside,
        problem == null ? null : "line " + (read + 1) + ": " + problem);
  }

  @Override
  public void close() throws IOException {
    RawInput opened = raw;
    if (opened != null) {
      closedBytes = opened.count();
      raw = null;
      opened.close();
    }
  }
}
