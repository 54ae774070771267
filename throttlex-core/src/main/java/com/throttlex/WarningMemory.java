package com.throttlex;

import java.util.concurrent.atomic.AtomicLongArray;

/**
 * Remembers which keys went over 80 % and have not fallen below 70 % since.
 *
 * <p>A table of fixed size, with one entry per hash. When two keys share an entry, the older one is
 * lost. Then a key between the two marks may show NORMAL in place of WARNING.
 */
final class WarningMemory {
  private static final int SLOTS = 1 << 14;

  private final AtomicLongArray slots = new AtomicLongArray(SLOTS);

  /** Returns the state that follows from a limit alone. */
  static State state(LimitStatus limit, boolean allowed) {
    boolean warns = (limit.capacity() - limit.remaining()) * 10 > limit.capacity() * 8;
    return !allowed ? State.THROTTLED : warns ? State.WARNING : State.NORMAL;
  }

  /** Returns the state of a key with that much remaining; also records it if asked to. */
  State state(long hash, boolean allowed, long remaining, long capacity, boolean takesNote) {
    long mark = hash | 1;
    int slot = (int) (hash >>> 40) & (SLOTS - 1);
    long usedTenths = (capacity - remaining) * 10;
    boolean warned = slots.get(slot) == mark;
    boolean warns = usedTenths > capacity * 8 || (warned && usedTenths >= capacity * 7);
    if (warns != warned && takesNote) {
      slots.set(slot, warns ? mark : 0);
    }
    return !allowed ? State.THROTTLED : warns ? State.WARNING : State.NORMAL;
  }
}
