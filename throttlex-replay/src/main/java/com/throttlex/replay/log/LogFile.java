package com.throttlex.replay.log;

import java.io.IOException;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** The requests of one file, in the order of its lines, and the count of its lines. */
final class LogFile implements AutoCloseable {
  private final LogSource source;
  private final LogOptions options;
  private final BrokenLines brokenLines;
  private final FieldSlots slots = new FieldSlots();
  private final LogNames names;
  private final EntryReader entries;
  private final long from;
  private final long to;
  private @Nullable RawInput raw;
  private @Nullable LineReader lines;
  private @Nullable LineParser parser;
  private Compression compression = Compression.NONE;
  private @Nullable String problem;
  private long read;
  private long requests;
  private long broken;
  private long blank;
  private long header;
  private long outside;

  LogFile(
      LogSource source,
      int number,
      LogOptions options,
      TextCache texts,
      HostNames hosts,
      BrokenLines brokenLines) {
    this.source = source;
    this.options = options;
    this.brokenLines = brokenLines;
    names = new LogNames(options.mappings(), options.headers());
    entries = new EntryReader(names, number, texts, hosts);
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
    if (problem != null) {
      return null;
    }
    try {
      LineReader reader = lines == null ? open() : lines;
      while (reader.next()) {
        LogEntry entry = entry(reader);
        if (entry != null) {
          return entry;
        }
      }
      problem = reader.failure();
    } catch (LogFormatException e) {
      problem = e.getMessage();
    } catch (IOException e) {
      problem = "not readable: " + e.getMessage();
    }
    return null;
  }

  private LineReader open() throws IOException {
    RawInput opened = new RawInput(source.opener().open());
    raw = opened;
    compression = Compression.of(opened);
    LineReader reader = new LineReader(compression.open(opened));
    int end = reader.head();
    byte[] head = reader.buffer();
    boolean marked = end > 2 && head[0] == -17 && head[1] == -69 && head[2] == -65;
    if (marked) {
      reader.skip(3);
      head[0] = head[1] = head[2] = ' ';
    }
    if (end > 0) {
      parser = LogFormats.of(options.format(), head, end, names, this::isRequest);
    }
    lines = reader;
    return reader;
  }

  private boolean isRequest(LogFormats.Attempt attempt) {
    slots.clear();
    return attempt.parser().parse(attempt.in(), attempt.from(), attempt.to(), slots) == null
        && entries.read(slots, 1) != null;
  }

  /** Returns the request of the current line; null if it is none. */
  private @Nullable LogEntry entry(LineReader reader) {
    read++;
    if (reader.isTooLong()) {
      return broken("longer than " + LineReader.LONGEST + " bytes");
    }
    if (reader.isCut()) {
      return broken("incomplete, because " + reader.failure());
    }
    if (reader.from() == reader.to()) {
      blank++;
      return null;
    }
    LineParser by = parser;
    if (by == null || (by.hasHeader() && header == 0)) {
      header++;
      return null;
    }
    return request(by, reader.buffer(), reader.from(), reader.to());
  }

  private @Nullable LogEntry request(LineParser by, byte[] in, int start, int end) {
    slots.clear();
    String wrong = by.parse(in, start, end, slots);
    LogEntry entry = wrong == null ? entries.read(slots, read) : null;
    if (entry == null) {
      return broken(wrong == null ? String.valueOf(entries.problem()) : wrong);
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

  /** Returns how many bytes of the source were read, as they are stored. */
  long bytes() {
    RawInput opened = raw;
    return opened == null ? 0 : opened.count();
  }

  long lines() {
    return read;
  }

  LogFileReport report() {
    return new LogFileReport(
        source.name(),
        parser == null ? "none" : parser.format(),
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
    if (raw != null) {
      raw.close();
    }
  }
}
