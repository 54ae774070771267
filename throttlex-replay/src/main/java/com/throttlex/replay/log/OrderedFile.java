package com.throttlex.replay.log;

import java.util.Arrays;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/**
 * The requests of one file in the order of their time.
 *
 * <p>A server writes a line when a request ends, so lines may be out of order by some seconds. The
 * requests of these seconds wait in a ring, sorted by insertion from its end: most lines are in
 * order. A line that is further behind keeps its place, and those who read it see time go back.
 */
final class OrderedFile {
  /** The largest number of requests that wait. */
  static final int MOST = 100_000;

  /** The most bytes of the requests that wait; one request waits whatever its size is. */
  static final int MOST_BYTES = 16 << 20;

  /** The order of the next requests; that of the files for equal times. */
  static final Comparator<OrderedFile> BY_TIME =
      Comparator.comparingLong(OrderedFile::nextNanos).thenComparingInt(file -> file.number);

  private final LogFile file;
  private final int number;
  private final long boundNanos;
  private final WaitingRoom room;
  private @Nullable LogEntry[] ring = new @Nullable LogEntry[16];
  private int head;
  private int size;
  private long bytes;
  private long newest = Long.MIN_VALUE;
  private boolean ended;

  /** The first request has been shown, so that no earlier one may come before it. */
  private boolean shown;

  private long openBytes;

  OrderedFile(LogFile file, int number, long boundNanos, WaitingRoom room) {
    this.file = file;
    this.number = number;
    this.boundNanos = boundNanos;
    this.room = room;
  }

  /** Returns the next request without taking it, or null at the end. */
  @Nullable LogEntry peek() {
    while (!ended && !shown && !isReady()) {
      LogEntry entry = file.next();
      if (entry == null) {
        ended = true;
      } else {
        newest = Math.max(newest, entry.nanos());
        insert(entry);
      }
    }
    shown = size > 0;
    return shown ? ring[head] : null;
  }

  int number() {
    return number;
  }

  /** Sets the memory that the file needs while it is open, if it is known before. */
  void openBytes(long bytes) {
    openBytes = bytes;
  }

  /** Returns the memory that the file needs while it is open. */
  long openBytes() {
    return Math.max(openBytes, file.openBytes());
  }

  /** Leaves the file out. */
  void refuse(String why) {
    ended = true;
    file.refuse(why);
  }

  private long nextNanos() {
    LogEntry next = peek();
    return next == null ? Long.MAX_VALUE : next.nanos();
  }

  /** Takes the request that {@link #peek} returned. */
  void take() {
    LogEntry taken = ring[head];
    if (taken != null) {
      bytes -= taken.bytes();
      room.remove(taken);
    }
    shown = false;
    ring[head] = null;
    head = head + 1 & ring.length - 1;
    size--;
  }

  private boolean isReady() {
    LogEntry first = size == 0 ? null : ring[head];
    return first != null
        && (newest - first.nanos() >= boundNanos
            || size >= MOST
            || bytes >= MOST_BYTES
            || room.isFull());
  }

  private void insert(LogEntry entry) {
    if (size == ring.length) {
      grow();
    }
    int mask = ring.length - 1;
    int place = size;
    while (place > 0) {
      LogEntry before = ring[head + place - 1 & mask];
      if (before == null || before.nanos() <= entry.nanos()) {
        break;
      }
      ring[head + place & mask] = before;
      place--;
    }
    ring[head + place & mask] = entry;
    size++;
    bytes += entry.bytes();
    room.add(entry);
  }

  private void grow() {
    @Nullable LogEntry[] larger = Arrays.copyOf(ring, 2 * ring.length);
    for (int i = 0; i < size; i++) {
      larger[i] = ring[head + i & ring.length - 1];
    }
    Arrays.fill(larger, size, larger.length, null);
    ring = larger;
    head = 0;
  }
}
