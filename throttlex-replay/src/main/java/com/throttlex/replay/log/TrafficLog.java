package com.throttlex.replay.log;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/**
 * Several log files as one stream of requests in the order of their time.
 *
 * <p>Memory is bounded: each file has a buffer for a part of it, and a bounded number of requests
 * that wait to be put into order. A file that cannot be read to its end does not stop the others;
 * {@link #report} says what was read. Not thread-safe, except for {@link #bytes}.
 */
public final class TrafficLog implements AutoCloseable {
  /** The most bytes of the requests of all files that wait to be put into order. */
  private static final long MOST_BYTES = 4L * OrderedFile.MOST_BYTES;

  private final List<LogFile> files = new ArrayList<>();
  private final List<OrderedFile> ordered = new ArrayList<>();
  private final BrokenLines brokenLines = new BrokenLines();
  private final HostNames hosts = new HostNames();
  private final PriorityQueue<OrderedFile> waiting = new PriorityQueue<>(OrderedFile.BY_TIME);
  private final long size;
  private @Nullable OrderedFile current;
  private boolean begun;

  /** Creates the stream. Nothing is opened before the first request is read. */
  public TrafficLog(List<LogSource> sources, LogOptions options) {
    TextCache texts = new TextCache();
    long bound = options.outOfOrder().toNanos();
    long bytes = Math.min(OrderedFile.MOST_BYTES, MOST_BYTES / Math.max(1, sources.size()));
    for (LogSource source : sources) {
      LogFile file = new LogFile(source, files.size(), options, texts, hosts, brokenLines);
      files.add(file);
      ordered.add(new OrderedFile(file, ordered.size(), bound, bytes));
    }
    boolean known = sources.stream().allMatch(source -> source.size() >= 0);
    size = known ? sources.stream().mapToLong(LogSource::size).sum() : -1;
  }

  /** Returns the next request; null at the end of all files. */
  public @Nullable LogEntry next() {
    if (current == null && !begun) {
      begun = true;
      ordered.stream().filter(file -> file.peek() != null).forEach(waiting::add);
      current = waiting.poll();
    }
    if (current == null) {
      return null;
    }
    LogEntry entry = current.peek();
    if (entry == null) {
      current = waiting.poll();
      return next();
    }
    OrderedFile other = waiting.peek();
    if (other != null && OrderedFile.BY_TIME.compare(other, current) < 0) {
      waiting.add(current);
      current = Objects.requireNonNull(waiting.poll());
      entry = current.peek();
    }
    current.take();
    return entry;
  }

  /** Returns what has been read so far. */
  public LogReport report() {
    return new LogReport(
        files.stream().map(LogFile::report).toList(), brokenLines.first(), hosts.used());
  }

  /** Returns how many bytes of the files have been read, as they are stored. */
  public long bytes() {
    long bytes = 0;
    for (LogFile file : files) {
      bytes += file.bytes();
    }
    return bytes;
  }

  /** Returns how many lines have been read. */
  public long lines() {
    long lines = 0;
    for (LogFile file : files) {
      lines += file.lines();
    }
    return lines;
  }

  /** Returns the number of bytes of all files; −1 if it is not known. */
  public long size() {
    return size;
  }

  @Override
  public void close() throws IOException {
    for (LogFile file : files) {
      file.close();
    }
  }
}
