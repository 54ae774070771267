package com.throttlex.queue;

import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/** One request in a {@link Lane}. */
final class Entry {
  private static final int OVERHEAD = 256;

  /** By the time from which they can be taken, and then by their coming. */
  static final Comparator<Entry> BY_TURN =
      Comparator.comparingLong((Entry entry) -> entry.visibleAt)
          .thenComparingLong(entry -> entry.number);

  final long number;
  final String request;
  final long queuedAt;
  final long deadline;
  long visibleAt;
  int attempts;

  /** Who took it and did not give it back, or null. */
  @Nullable String consumer;

  Entry(long number, String request, long now, long deadline) {
    this.number = number;
    this.request = request;
    this.deadline = deadline;
    queuedAt = now;
    visibleAt = now;
  }

  String ticket() {
    return Long.toString(number);
  }

  /** Whether a consumer has it now. */
  boolean isHeld(long now) {
    return consumer != null && visibleAt > now;
  }

  /** How much of the memory it takes, about, in characters. */
  int weight() {
    return OVERHEAD + request.length();
  }
}
