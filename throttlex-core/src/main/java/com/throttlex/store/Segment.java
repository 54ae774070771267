package com.throttlex.store;

import com.throttlex.algorithm.Limit;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * A part of the memory store's hash table: chains of cells.
 *
 * <p>Finding takes no lock. Adding, evicting and growing happen under one; a reader that misses a
 * cell because the table is just being rebuilt will not find it and come here for the lock, under
 * which it is found. Every addition also looks at a few other cells and takes out those that have
 * been whole for a minute, so what expires leaves without a scan. When the segment or the memory of
 * logs is full, any whole cell makes room, but no other: taking out a depleted one would be a
 * reset, and a reset a way around the limit. The less is found, the fewer cells are looked at for
 * the next key, so that a flood of keys is no slower for it. The log of a cell that is added
 * decides nothing before the time at which cells were last found whole: who read the clock earlier
 * than that could meet the key again without charges that still count for it.
 */
@SuppressWarnings("NonAtomicVolatileUpdate") // size is written under the lock only
final class Segment {
  /** Room for any number of cells, and for their logs. */
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

  /** A segment of at most so many cells, or {@link #UNBOUNDED}. */
  Segment(int most, LogMemory logs) {
    this.most = most;
    this.logs = logs;
  }

  /** The cell, or null. */
  @Nullable Cell find(long hi, long lo) {
    @Nullable Cell[] slots = table;
    Cell cell = (@Nullable Cell) SLOT.getAcquire(slots, (int) hi & slots.length - 1);
    while (cell != null && (cell.lo != lo || cell.hi != hi)) {
      cell = cell.next;
    }
    return cell;
  }

  /** The cell for the limit, added when missing; null when it is missing and there is no room. */
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

  /** Takes the cell out; false when it is not there. */
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

  /** Takes the cell out if at most so many units are in use; true when it did. */
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

  /** Whether a key that is missing would find no room, as far as can be said without looking. */
  boolean isFull(Limit limit) {
    return size >= most || (most != UNBOUNDED && !logs.admits(limit));
  }

  /** Takes out some cells that are whole, unless somebody else is at work; whether it looked. */
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

  /** Puts a cell in a known one's place that suits the limit and has what was consumed. */
  private Cell replace(Cell known, Limit limit, long now) {
    if (!known.hold()) {
      throw new IllegalStateException("cell: evicted (expected: in use, as it is in the table)");
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

  /** Looks at the next slots and takes out what has been whole since that time; whether it did. */
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

  /** Takes the evicted cells out of a chain; readers among them still reach the rest. */
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
