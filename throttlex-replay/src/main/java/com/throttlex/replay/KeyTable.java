package com.throttlex.replay;

import org.jspecify.annotations.Nullable;

/**
 * All keys of a replay, by their hashes, with the number of requests of each.
 *
 * <p>An open table in one array, three words for each key: both halves of the hash, and the rule
 * together with the count and a flag. So most keys cost one access to memory. The hash includes the
 * rule. Only keys with denials have an object, for their text and their streaks.
 */
final class KeyTable {
  /** The result for a key that there is no room for. */
  static final int FULL = -1;

  private static final int WORDS = 3;
  private static final int COUNT_BITS = 40;
  private static final long COUNT = (1L << COUNT_BITS) - 1;

  /** The sign of the third word: the key has a streak. Most have none, and need not look it up. */
  private static final long STREAK = Long.MIN_VALUE;

  private final long most;
  private long[] words = new long[WORDS << 10];
  private @Nullable KeyStreak[] streaks = new @Nullable KeyStreak[1 << 10];
  private int mask = (1 << 10) - 1;
  private int size;

  KeyTable(long most) {
    this.most = Math.min(most, 1 << 28);
  }

  /** Counts a request of a key, and returns the slot of the key; it changes when keys are added. */
  int count(long hi, long lo, int rule) {
    int slot = slot(hi, lo);
    if (words[WORDS * slot + 2] == 0) {
      if (size >= most) {
        return FULL;
      }
      slot = add(hi, lo, slot);
      words[WORDS * slot + 2] = (long) rule << COUNT_BITS;
    }
    words[WORDS * slot + 2]++;
    return slot;
  }

  /** Returns whether the key was counted before; see {@code MemoryStore.has}. */
  boolean has(long hi, long lo) {
    return words[WORDS * slot(hi, lo) + 2] != 0;
  }

  private int slot(long hi, long lo) {
    int slot = (int) lo & mask;
    int at = WORDS * slot;
    while (words[at + 2] != 0 && (words[at] != hi || words[at + 1] != lo)) {
      slot = slot + 1 & mask;
      at = WORDS * slot;
    }
    return slot;
  }

  private int add(long hi, long lo, int free) {
    int slot = free;
    if (++size > mask / 3 * 2) {
      grow();
      slot = slot(hi, lo);
    }
    words[WORDS * slot] = hi;
    words[WORDS * slot + 1] = lo;
    return slot;
  }

  private void grow() {
    long[] old = words;
    @Nullable KeyStreak[] oldStreaks = streaks;
    words = new long[2 * old.length];
    streaks = new @Nullable KeyStreak[2 * oldStreaks.length];
    mask = streaks.length - 1;
    for (int i = 0; i < oldStreaks.length; i++) {
      int from = WORDS * i;
      if (old[from + 2] != 0) {
        int slot = slot(old[from], old[from + 1]);
        System.arraycopy(old, from, words, WORDS * slot, WORDS);
        streaks[slot] = oldStreaks[i];
      }
    }
  }

  @Nullable KeyStreak streak(int slot) {
    return words[WORDS * slot + 2] < 0 ? streaks[slot] : null;
  }

  void streak(int slot, KeyStreak streak) {
    streaks[slot] = streak;
    words[WORDS * slot + 2] |= STREAK;
  }

  int size() {
    return size;
  }

  long most() {
    return most;
  }

  /** Receives the keys of a table. */
  @FunctionalInterface
  interface Keys {
    void key(int rule, long requests, @Nullable KeyStreak streak);
  }

  void forEach(Keys keys) {
    for (int i = 0; i < streaks.length; i++) {
      long word = words[WORDS * i + 2];
      if (word != 0) {
        keys.key((int) ((word & ~STREAK) >>> COUNT_BITS), word & COUNT, streaks[i]);
      }
    }
  }
}
