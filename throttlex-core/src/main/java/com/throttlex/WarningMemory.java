package com.throttlex;

import java.util.concurrent.atomic.AtomicLongArray;

/**
 * Remembers which keys have passed 80 % and not yet gone below 70 %.
 *
 * <p>One slot per hash in a table of fixed size: when two keys fall into the same slot the older
 * one is forgotten, which can only show NORMAL for a WARNING between the two marks.
 */
final class WarningMemory {
  private static final int SLOTS = 1 << 14;

  private final AtomicLongArray slots = new AtomicLongArray(SLOTS);

  /** The state of a key with that much left; the memory takes note of it unless told not to. */
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
