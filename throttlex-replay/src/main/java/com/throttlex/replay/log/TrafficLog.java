package com.throttlex.replay.log;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/**
 * Several log files as one stream of requests in the order of their time.
 *
 * <p>A file is open only while its requests are due, so a year of rotated files needs no more
 * memory than two. Memory is bounded: each open file has a buffer for a part of it, and a bounded
 * number of requests wait to be put into order. A file that cannot be read to its end does not stop
 * the others; {@link #report} says what was read. Not thread-safe, except for {@link #bytes}.
 */
public final class TrafficLog implements AutoCloseable {
  private final List<LogSource> sources;
  private final LogOptions options;
  private final ReadLimits limits;
  private final List<LogFile> files = new ArrayList<>();
  private final List<OrderedFile> ordered = new ArrayList<>();
  private final BrokenLines brokenLines = new BrokenLines();
  private final HostNames hosts = new HostNames();
  private final UnopenedFiles unopened;
  private final PriorityQueue<OrderedFile> waiting = new PriorityQueue<>(OrderedFile.BY_TIME);
  private final long size;
  private @Nullable OrderedFile current;
  private boolean begun;
  private int open;
  private long openBytes;

  /** Creates the stream, in the memory of this process. */
  public TrafficLog(List<LogSource> sources, LogOptions options) {
    this(sources, options, ReadLimits.ofThisProcess());
  }

  /** Creates the stream. Nothing is opened before the first request is read. */
  public TrafficLog(List<LogSource> sources, LogOptions options, ReadLimits limits) {
    this.sources = List.copyOf(sources);
    this.options = options;
    this.limits = limits;
    TextCache texts = new TextCache();
    long bound = options.outOfOrder().toNanos();
    unopened = new UnopenedFiles(bound);
    WaitingRoom room = new WaitingRoom(limits.waitingBytes());
    for (LogSource source : sources) {
      LogFile file = new LogFile(source, files.size(), options, texts, hosts, brokenLines, limits);
      files.add(file);
      ordered.add(new OrderedFile(file, ordered.size(), bound, room));
    }
    boolean known = sources.stream().allMatch(LogSource::isRepeatable);
    size = known ? sources.stream().mapToLong(LogSource::size).sum() : -1;
  }

  /** Returns the next request; null at the end of all files. */
  public @Nullable LogEntry next() {
    if (!begun) {
      begun = true;
      begin();
    }
    while (true) {
      OrderedFile file = current;
      LogEntry entry = file == null ? null : file.peek();
      if (file == null || entry == null) {
        if (!isOther(file)) {
          return null;
        }
      } else if (entry.nanos() >= unopened.due()) {
        open(unopened.poll());
      } else if (isFirst(file)) {
        file.take();
        return entry;
      }
    }
  }

  /** Finds the first requests of files that can be read again. The others are opened at once. */
  private void begin() {
    for (int i = 0; i < sources.size(); i++) {
      LogSource source = sources.get(i);
      long first = Long.MIN_VALUE;
      if (sources.size() > 1 && source.isRepeatable()) {
        try {
          FirstRequest found = FirstRequest.of(source, options, limits);
          first = found.nanos();
          ordered.get(i).openBytes(found.openBytes());
        } catch (IOException e) {
          files.get(i).refuse("not readable: " + e.getMessage());
        }
      }
      unopened.add(ordered.get(i), first);
    }
  }

  /** Continues with another file after one has ended; returns false at the end of all. */
  private boolean isOther(@Nullable OrderedFile ended) {
    if (ended != null) {
      openBytes -= ended.openBytes();
      open--;
    }
    current = waiting.poll();
    if (current == null) {
      open(unopened.poll());
      current = waiting.poll();
    }
    return current != null || unopened.due() < Long.MAX_VALUE;
  }

  /** Opens a file, if the memory has room for it. */
  private void open(@Nullable OrderedFile file) {
    if (file == null) {
      return;
    }
    if (open > 0 && openBytes + file.openBytes() > limits.openBytes()) {
      file.refuse(
          "not opened: "
              + open
              + " files of the same time are open, which is what the memory has room for (expected:"
              + " fewer files of one time, or a larger heap such as THROTTLEX_JAVA_OPTS=-Xmx16g)");
      return;
    }
    if (file.peek() != null) {
      open++;
      openBytes += file.openBytes();
      waiting.add(file);
    }
  }

  /** Returns whether the file has the next request; otherwise another one becomes current. */
  private boolean isFirst(OrderedFile file) {
    OrderedFile other = waiting.peek();
    if (other == null || OrderedFile.BY_TIME.compare(other, file) > 0) {
      return true;
    }
    current = waiting.poll();
    waiting.add(file);
    return false;
  }

  /** Returns the report about the lines read so far. */
  public LogReport report() {
    return new LogReport(
        files.stream().map(LogFile::report).toList(), brokenLines.first(), hosts.used());
  }

  /** Returns the name of a host that an address of a key stands for; null if it is an address. */
  public @Nullable String hostName(String address) {
    return hosts.name(address);
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
