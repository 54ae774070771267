package com.throttlex.queue;

import com.throttlex.store.MemoryBudget;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/** One request in a {@link ServiceQueue}. */
final class Entry {
  /** This object, its places in two tables, its ticket, and a text without characters. */
  private static final int OVERHEAD = 256;

  /** The same for what may be queued only once. */
  private static final int ONCE_OVERHEAD = 216;

  /** By the time from which they can be taken, and then by their coming. */
  static final Comparator<Entry> BY_TURN =
      Comparator.comparingLong((Entry entry) -> entry.visibleAt)
          .thenComparingLong(entry -> entry.number);

  final long number;
  final String request;
  final long queuedAt;
  final long deadline;
  private final int weight;
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
    weight = OVERHEAD + MemoryBudget.bytes(request);
  }

  String ticket() {
    return Long.toString(number);
  }

  /** Whether a consumer has it now. */
  boolean isHeld(long now) {
    return consumer != null && visibleAt > now;
  }

  /** How many bytes it takes, about. */
  int weight() {
    return weight;
  }

  /** How many bytes it takes, about, to remember that something was queued. */
  static int onceWeight(String name) {
    return ONCE_OVERHEAD + MemoryBudget.bytes(name);
  }
}
