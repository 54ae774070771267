package com.throttlex.replay.log;

import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/**
 * The fields of one line, each as a range of bytes; a reusable object.
 *
 * <p>If a line has several sources of one field, the one with the lowest rank counts.
 */
final class FieldSlots {
  private static final int ABSENT = Integer.MAX_VALUE;
  private static final byte[] NOTHING = {};
  private static final BitSet NO_REQUEST = new BitSet();

  static {
    List.of(LogField.TIME, LogField.STATUS, LogField.DURATION)
        .forEach(field -> NO_REQUEST.set(field.slot()));
  }

  private byte[][] bytes = new byte[LogField.values().length][];
  private int[] from = new int[bytes.length];
  private int[] to = new int[bytes.length];
  private int[] rank = new int[bytes.length];
  private FieldRef[] refs = new FieldRef[bytes.length];

  FieldSlots() {
    clear();
  }

  /** Removes all fields. */
  void clear() {
    Arrays.fill(rank, ABSENT);
  }

  /** Sets a field to a range of bytes, unless a better source has set it. */
  void set(FieldRef ref, byte[] in, int start, int end) {
    int slot = ref.slot();
    if (slot >= rank.length) {
      grow(slot + 1);
    }
    if (ref.rank() <= rank[slot]) {
      rank[slot] = ref.rank();
      bytes[slot] = in;
      from[slot] = start;
      to[slot] = end;
      refs[slot] = ref;
    }
  }

  private void grow(int size) {
    int before = rank.length;
    bytes = Arrays.copyOf(bytes, size);
    from = Arrays.copyOf(from, size);
    to = Arrays.copyOf(to, size);
    rank = Arrays.copyOf(rank, size);
    refs = Arrays.copyOf(refs, size);
    Arrays.fill(rank, before, size, ABSENT);
  }

  boolean has(int slot) {
    return slot < rank.length && rank[slot] != ABSENT;
  }

  /** Returns the bytes of all fields together. */
  int bytes() {
    int sum = 0;
    for (int i = 0; i < rank.length; i++) {
      sum += rank[i] == ABSENT ? 0 : to[i] - from[i];
    }
    return sum;
  }

  /** Returns whether a field other than the time is about the request, and not its response. */
  boolean hasRequest() {
    for (int i = 0; i < rank.length; i++) {
      if (rank[i] != ABSENT && !NO_REQUEST.get(i)) {
        return true;
      }
    }
    return false;
  }

  byte[] bytes(int slot) {
    return has(slot) ? bytes[slot] : NOTHING;
  }

  int from(int slot) {
    return from[slot];
  }

  int to(int slot) {
    return to[slot];
  }

  /** The source that set the slot. */
  FieldRef ref(int slot) {
    return refs[slot];
  }
}
