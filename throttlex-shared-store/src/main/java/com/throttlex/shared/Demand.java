package com.throttlex.shared;

/**
 * The recent demand for a key: the units that requests wanted in a tenth of a second.
 *
 * <p>It is an average over slots, in which each slot counts half as much as the next one. If the
 * current slot already has more, its units are used. So a rise is seen at once and a fall within
 * half a second. Not thread-safe.
 */
final class Demand {
  /** The length of a slot. */
  static final long SLOT_NANOS = 100_000_000L;

  private static final int FRACTION_BITS = 8;
  private static final long MOST = 1L << 50;

  private long slotStart;
  private long inSlot;
  private long average;

  Demand(long now) {
    slotStart = now;
  }

  /** Adds a request to the demand. */
  void add(long cost, long now) {
    if (now - slotStart >= SLOT_NANOS) {
      roll(now);
    }
    inSlot = Math.min(inSlot + cost, MOST);
  }

  /** Returns the units per slot, as of now. */
  long units(long now) {
    if (now - slotStart >= SLOT_NANOS) {
      roll(now);
    }
    return Math.max(average >> FRACTION_BITS, inSlot);
  }

  private void roll(long now) {
    long slots = (now - slotStart) / SLOT_NANOS;
    average = (average + (inSlot << FRACTION_BITS)) >> (int) Math.min(slots, Long.SIZE - 1);
    inSlot = 0;
    slotStart += slots * SLOT_NANOS;
  }
}
