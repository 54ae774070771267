package com.throttlex.store;

import com.throttlex.algorithm.Limit;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * A part of the memory store's hash table: chains of cells.
 *
 * <p>Finding a cell takes no lock. Adding, evicting and growing take the lock. A reader may miss a
 * cell while the table is rebuilt; it then takes the lock and finds the cell.
 *
 * <p>Every addition also inspects a few other cells and evicts those that have been full for a
 * minute, so idle cells leave without a scan. When the segment or the memory of logs has no room,
 * any full cell makes room, but no other: evicting a drained cell would reset it, and a client
 * could get around its limit. The fewer full cells are found, the fewer are inspected for the next
 * key, so a flood of keys is not slowed down by the search.
 *
 * <p>The log of a new cell decides nothing before the time at which cells were last found full. A
 * thread that read the clock earlier could otherwise find the key again without charges that still
 * count for it.
 */
@SuppressWarnings("NonAtomicVolatileUpdate") // size is written under the lock only
final class Segment {
  /** The size of a segment with room for any number of cells and for their logs. */
  static final int UNBOUNDED = Integer.MAX_VALUE;

  private static final long IDLE_NANOS = 60_000_000_000L;
  private static final int SWEEP = 4;
  private static final int SEARCH = 32;
  private static final int LEAST_SEARCH = 4;
  private static final VarHandle SLOT = MethodHandles.arrayElementVarHandle(Cell[].class);

  private final ReentrantLock lock = new ReentrantLock();
  private final int most;
  private final LogMemory logs;
  private volatile @Nullable Cell[] table = new @Nullable Cell[16];
  private volatile int size;
  private int hand;
  private int search = SEARCH;
  private long evictedUntil;

  /** Creates a segment of at most that many cells, or {@link #UNBOUNDED}. */
  Segment(int most, LogMemory logs) {
    this.most = most;
    this.logs = logs;
  }

  /** Returns the cell, or null. */
  @Nullable Cell find(long hi, long lo) {
    @Nullable Cell[] slots = table;
    Cell cell = (@Nullable Cell) SLOT.getAcquire(slots, (int) hi & slots.length - 1);
    while (cell != null && (cell.lo != lo || cell.hi != hi)) {
      cell = cell.next;
    }
    return cell;
  }

  /**
   * Returns the cell for the limit, added if missing; null if it is missing and there is no room.
   */
  @Nullable Cell findOrAdd(long hi, long lo, Limit limit, long now) {
    lock.lock();
    try {
      Cell known = find(hi, lo);
      if (known != null) {
        return known.suits(limit) ? known : replace(known, limit, now);
      }
      if (isFull(limit)) {
        search = sweep(search, now - 1) ? SEARCH : Math.max(LEAST_SEARCH, search / 2);
      } else {
        sweep(SWEEP, now - IDLE_NANOS);
      }
      return isFull(limit) ? null : add(new Cell(hi, lo, limit, now, evictedUntil));
    } finally {
      lock.unlock();
    }
  }

  /** Removes the cell; returns false if there is none. */
  boolean remove(long hi, long lo) {
    lock.lock();
    try {
      Cell known = find(hi, lo);
      if (known != null) {
        known.evict();
        unlink((int) hi & table.length - 1);
      }
      return known != null;
    } finally {
      lock.unlock();
    }
  }

  /** Removes the cell if at most that many units are in use; returns whether it did. */
  boolean removeIfUsed(long hi, long lo, long atMost, long now) {
    lock.lock();
    try {
      Cell known = find(hi, lo);
      boolean out = known != null && known.evictIfUsed(atMost, now);
      if (out) {
        unlink((int) hi & table.length - 1);
      }
      return out;
    } finally {
      lock.unlock();
    }
  }

  /** Returns whether there is no room for a new key, as far as known without a search. */
  boolean isFull(Limit limit) {
    return size >= most || (most != UNBOUNDED && !logs.admits(limit));
  }

  /**
   * Evicts some full cells, unless another thread has the lock; returns whether it had the lock.
   */
  boolean sweepUnlessBusy(long now) {
    boolean free = lock.tryLock();
    if (free) {
      try {
        sweep(SEARCH, now - 1);
      } finally {
        lock.unlock();
      }
    }
    return free;
  }

  int size() {
    return size;
  }

  private Cell add(Cell cell) {
    if (size >= table.length) {
      rehash();
    }
    link(table, cell);
    logs.add(cell);
    size = size + 1;
    return cell;
  }

  /** Replaces a cell with one for the limit that has the same units in use. */
  private Cell replace(Cell known, Limit limit, long now) {
    if (!known.hold()) {
      throw new IllegalStateException(
          "cell: evicted (expected: in use, because it is in the table)");
    }
    Cell heir = known.copy(limit, now);
    link(table, heir);
    Cell before = heir;
    for (Cell cell = heir.next; cell != null && cell != known; cell = cell.next) {
      before = cell;
    }
    before.next = known.next;
    logs.add(heir);
    known.yieldTo(heir);
    logs.drop(known);
    return heir;
  }

  private static void link(@Nullable Cell[] slots, Cell cell) {
    int slot = (int) cell.hi & slots.length - 1;
    cell.next = slots[slot];
    SLOT.setRelease(slots, slot, cell);
  }

  private void rehash() {
    @Nullable Cell[] smaller = table;
    @Nullable Cell[] larger = new @Nullable Cell[2 * smaller.length];
    for (Cell first : smaller) {
      for (Cell cell = first; cell != null; ) {
        Cell following = cell.next;
        link(larger, cell);
        cell = following;
      }
    }
    table = larger;
  }

  /** Evicts cells in the next slots that have been full since that time; returns whether it did. */
  private boolean sweep(int slots, long since) {
    boolean found = false;
    for (int i = 0; i < slots; i++) {
      hand = hand + 1 & table.length - 1;
      boolean any = false;
      for (Cell cell = table[hand]; cell != null; cell = cell.next) {
        any |= cell.evictIfWhole(since);
      }
      if (any) {
        evictedUntil = Math.max(evictedUntil, since);
        unlink(hand);
        found = true;
      }
    }
    return found;
  }

  /** Removes the evicted cells from a chain; readers on an evicted cell still reach the rest. */
  private void unlink(int slot) {
    Cell kept = null;
    for (Cell cell = table[slot]; cell != null; cell = cell.next) {
      if (!cell.isEvicted()) {
        kept = cell;
        continue;
      }
      if (kept == null) {
        SLOT.setRelease(table, slot, cell.next);
      } else {
        kept.next = cell.next;
      }
      logs.drop(cell);
      size = size - 1;
    }
  }
}
