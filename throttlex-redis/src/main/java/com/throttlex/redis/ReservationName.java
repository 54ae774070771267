package com.throttlex.redis;

import io.lettuce.core.cluster.SlotHash;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The name under which charges can be settled: the requested name and its hash slots, such as
 * {@code name@5798} or {@code name@5798-12}.
 *
 * <p>Clients can send any text as a name. So parsing takes linear time without recursion, and
 * accepts at most {@link #MOST_SLOTS} different hash slots, because settling calls one script for
 * each.
 */
record ReservationName(String name, List<Integer> slots) {
  /** The most hash slots of a request with a reservation; each is a call of a script. */
  static final int MOST_SLOTS = 32;

  private static final int LONGEST_SLOT = 5;
  private static final int NONE = -1;

  /** Parses a name; returns null if it is not a valid name. */
  static @Nullable ReservationName parse(String text) {
    int at = text.lastIndexOf('@');
    Set<Integer> slots = new LinkedHashSet<>();
    int from = at + 1;
    while (at >= 0 && from <= text.length()) {
      int end = text.indexOf('-', from);
      int to = end < 0 ? text.length() : end;
      int slot = slot(text, from, to);
      if (slot == NONE || !slots.add(slot) || slots.size() > MOST_SLOTS) {
        return null;
      }
      from = to + 1;
    }
    return at < 0 ? null : new ReservationName(text.substring(0, at), List.copyOf(slots));
  }

  private static int slot(String text, int from, int to) {
    int slot = from < to && to - from <= LONGEST_SLOT ? 0 : NONE;
    for (int i = from; i < to && slot != NONE; i++) {
      int digit = text.charAt(i) - '0';
      slot = digit >= 0 && digit <= 9 ? 10 * slot + digit : NONE;
    }
    return slot < SlotHash.SLOT_COUNT ? slot : NONE;
  }

  @Override
  public String toString() {
    return name + '@' + slots.stream().map(String::valueOf).collect(Collectors.joining("-"));
  }
}
