package com.throttlex.redis;

import io.lettuce.core.cluster.SlotHash;
import org.jspecify.annotations.Nullable;

/**
 * The name under which charges can be settled: the one asked for and the slot it is kept in, such
 * as {@code name@5798}.
 */
record ReservationName(String name, int slot) {
  static String of(String name, int slot) {
    return name + '@' + slot;
  }

  /** Reads a name; null when it is none that was ever given. */
  static @Nullable ReservationName parse(String text) {
    int at = text.lastIndexOf('@');
    String slot = text.substring(at + 1);
    if (at < 0 || !slot.matches("[0-9]{1,5}") || Integer.parseInt(slot) >= SlotHash.SLOT_COUNT) {
      return null;
    }
    return new ReservationName(text.substring(0, at), Integer.parseInt(slot));
  }
}
