package com.throttlex.algorithm;

import java.util.Arrays;

/**
 * A log in memory: a ring of (time, units) pairs, whose length is a power of two.
 *
 * <p>When there is no memory for more, {@link #condense} merges neighbouring charges under the
 * later time. They then count for longer than one period, never for less. So the bound of {@link
 * SlidingLog} holds, and less may be admitted.
 *
 * <p>Not thread-safe.
 */
public final class RingLog implements ChargeLog {
  /** The bytes of this object, and of its ring without elements. */
  private static final int BYTES = 48 + 16;

  private long[] ring = new long[8];
  private int head;
  private int size;
  private long total;
  private long latest;

  /**
   * The time after which a charge may be in the log under a later time than its own. It is set when
   * the log is condensed.
   */
  private long floor = Long.MAX_VALUE;

  /** Creates an empty log. */
  public RingLog() {}

  /** Creates an empty log that decides nothing before that time. */
  public RingLog(long latest) {
    this.latest = latest;
  }

  @Override
  public RingLog copy() {
    RingLog copy = new RingLog(latest);
    copy.ring = ring.clone();
    copy.head = head;
    copy.size = size;
    copy.total = total;
    copy.floor = floor;
    return copy;
  }

  @Override
  public long latest() {
    return latest;
  }

  @Override
  public long newest() {
    return size == 0 ? NONE : time(size - 1);
  }

  @Override
  public long used(long expired) {
    long used = total;
    for (int i = 0; i < size && time(i) <= expired; i++) {
      used -= units(i);
    }
    return used;
  }

  @Override
  public long freedBy(long used, long expired) {
    long excess = total - used;
    long last = expired;
    for (int i = 0; excess > 0; i++) {
      last = time(i);
      excess -= units(i);
    }
    return last;
  }

  /** Adds a charge; allocates nothing after {@link #makeRoom}. */
  @Override
  public void add(long units, long at, long expired) {
    forget(expired);
    append(Math.min(units, MOST_UNITS - total), at);
    latest = at;
  }

  private void append(long units, long at) {
    if (size > 0 && time(size - 1) == at) {
      ring[index(size - 1) + 1] += units;
    } else if (units > 0) {
      makeRoom();
      size++;
      ring[index(size - 1)] = at;
      ring[index(size - 1) + 1] = units;
    }
    total += units;
  }

  private void forget(long expired) {
    while (size > 0 && (time(0) <= expired || units(0) == 0)) {
      total -= units(0);
      floor = floor == Long.MAX_VALUE ? floor : time(0);
      head = index(1);
      size--;
    }
  }

  @Override
  public void leave(long at, long expired) {
    latest = at;
    forget(expired);
  }

  @Override
  public void refund(long bookedAt, long units) {
    int found = find(bookedAt);
    if (found < size && (time(found) == bookedAt || bookedAt > floor)) {
      long refund = Math.min(units, units(found));
      ring[index(found) + 1] -= refund;
      total -= refund;
    }
    while (size > 0 && units(size - 1) == 0) {
      size--;
    }
  }

  /** Returns the place of the first charge at that time or later; the size if there is none. */
  private int find(long time) {
    int low = 0;
    int high = size;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (time(middle) < time) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /** Returns how many bytes the log takes. */
  public long bytes() {
    return BYTES + (long) Long.BYTES * ring.length;
  }

  /** Returns whether another charge needs {@link #makeRoom} or {@link #condense} first. */
  public boolean isFull() {
    return 2 * size >= ring.length;
  }

  /** Returns by how many bytes {@link #makeRoom} may enlarge the log. */
  public long growth() {
    return (long) Long.BYTES * ring.length;
  }

  /**
   * Makes room for a charge without more memory: merges each two neighbours at the later of their
   * times. So they expire later than they would, and not earlier.
   */
  public void condense() {
    floor = floor == Long.MAX_VALUE ? time(0) - 1 : floor;
    int kept = 0;
    for (int i = 0; i < size; i += 2) {
      int last = Math.min(i + 1, size - 1);
      long units = units(i) + (last == i ? 0 : units(last));
      long time = time(last);
      ring[index(kept)] = time;
      ring[index(kept) + 1] = units;
      kept++;
    }
    size = kept;
  }

  /**
   * Makes room for a charge: removes charges that were fully refunded, and doubles the ring if more
   * than half is still in use.
   */
  public void makeRoom() {
    if (!isFull()) {
      return;
    }
    long[] kept = new long[2 * ring.length];
    int length = 0;
    for (int i = 0; i < size; i++) {
      if (units(i) > 0) {
        kept[length++] = time(i);
        kept[length++] = units(i);
      }
    }
    ring = 2 * length > ring.length ? kept : Arrays.copyOf(kept, ring.length);
    head = 0;
    size = length / 2;
  }

  private long time(int i) {
    return ring[index(i)];
  }

  private long units(int i) {
    return ring[index(i) + 1];
  }

  private int index(int i) {
    return (head + 2 * i) & (ring.length - 1);
  }
}
