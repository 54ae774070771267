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

  /** The state of a key with that much left, which the memory takes note of. */
  State state(long hash, boolean allowed, long remaining, long capacity) {
    long mark = hash | 1;
    int slot = (int) (hash >>> 40) & (SLOTS - 1);
    long usedTenths = (capacity - remaining) * 10;
    if (!allowed || usedTenths > capacity * 8) {
      remember(slot, mark);
      return allowed ? State.WARNING : State.THROTTLED;
    }
    boolean warned = slots.get(slot) == mark;
    if (warned && usedTenths < capacity * 7) {
      slots.set(slot, 0);
      return State.NORMAL;
    }
    return warned ? State.WARNING : State.NORMAL;
  }

  private void remember(int slot, long mark) {
    if (slots.get(slot) != mark) {
      slots.set(slot, mark);
    }
  }
}
