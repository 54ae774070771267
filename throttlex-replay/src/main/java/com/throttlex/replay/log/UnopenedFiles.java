package com.throttlex.replay.log;

import java.util.Comparator;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/**
 * The files that are not open yet, in the order of their first requests.
 *
 * <p>A file can have lines out of order, so it is due some time before its first request.
 */
final class UnopenedFiles {
  private record Unopened(long due, OrderedFile file) {}

  private final PriorityQueue<Unopened> files =
      new PriorityQueue<>(
          Comparator.comparingLong(Unopened::due)
              .thenComparingInt(unopened -> unopened.file.number()));
  private final long boundNanos;

  UnopenedFiles(long boundNanos) {
    this.boundNanos = boundNanos;
  }

  void add(OrderedFile file, long firstNanos) {
    boolean known = firstNanos > Long.MIN_VALUE + boundNanos;
    files.add(new Unopened(known ? firstNanos - boundNanos : Long.MIN_VALUE, file));
  }

  /** Returns the time at which the next file must be open. */
  long due() {
    Unopened next = files.peek();
    return next == null ? Long.MAX_VALUE : next.due;
  }

  /** Takes the next file; null if there is none. */
  @Nullable OrderedFile poll() {
    Unopened next = files.poll();
    return next == null ? null : next.file;
  }
}
