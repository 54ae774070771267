package com.throttlex.queue;

import com.throttlex.store.MemoryBudget;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/** One request in a {@link ServiceQueue}. */
final class Entry {
  /** The bytes of this object, its two table entries, its ticket, and an empty text. */
  private static final int OVERHEAD = 256;

  /** The bytes of an entry for a name that may be queued only once. */
  private static final int ONCE_OVERHEAD = 216;

  /** Orders by the time from which they can be taken, and then by arrival. */
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

  /** The consumer that took it and did not give it back, or null. */
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

  /** Returns whether a consumer has it now. */
  boolean isHeld(long now) {
    return consumer != null && visibleAt > now;
  }

  /** Returns about how many bytes it takes. */
  int weight() {
    return weight;
  }

  /** Returns about how many bytes it takes to remember a name that may be queued only once. */
  static int onceWeight(String name) {
    return ONCE_OVERHEAD + MemoryBudget.bytes(name);
  }
}
