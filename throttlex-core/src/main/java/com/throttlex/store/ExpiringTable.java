package com.throttlex.store;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A table of entries by hash that expire. The oldest are removed earlier when there is no room.
 *
 * <p>The table is bounded in bytes. Every addition removes up to two expired entries, and the
 * oldest ones while there are too many bytes; nothing scans the whole table. Spared entries among
 * the oldest move behind the others, a few for each addition. The table is striped: an operation
 * locks only the stripe of its hash, and each stripe has its part of the bytes.
 */
final class ExpiringTable<T extends Expiring<T>> {
  private static final int STRIPES = 16;

  private final List<Stripe<T>> stripes = new ArrayList<>(STRIPES);
  private final long budget;

  /** Creates a table of at most that many bytes. */
  ExpiringTable(long budget) {
    this.budget = budget;
    for (int i = 0; i < STRIPES; i++) {
      stripes.add(new Stripe<>(budget / STRIPES));
    }
  }

  /** Returns the entry of that hash, or null. */
  @Nullable T get(long hi, long lo, long now) {
    return stripe(lo).get(hi, lo, now);
  }

  /** Adds an entry, unless one of the same hash has not expired; returns whether it did. */
  boolean add(T entry, long now) {
    return stripe(entry.lo).add(entry, now);
  }

  /** Removes an entry if it is in the table. */
  void remove(T entry) {
    stripe(entry.lo).remove(entry);
  }

  /** Sets the end of an entry again, and the bytes that it takes, if it is in the table. */
  void renew(T entry, long endsAt, Runnable change) {
    stripe(entry.lo).renew(entry, endsAt, change);
  }

  private Stripe<T> stripe(long lo) {
    return stripes.get((int) (lo >>> 32) & STRIPES - 1);
  }

  /** Returns how many bytes the entries take. */
  long bytes() {
    long bytes = 0;
    for (Stripe<T> stripe : stripes) {
      bytes += stripe.bytes();
    }
    return bytes;
  }

  /** Returns how many bytes the entries may take. */
  long budget() {
    return budget;
  }

  /** A part of the table: chains of entries, and a list of all entries in the order of addition. */
  private static final class Stripe<T extends Expiring<T>> {
    private static final int ENDED = 2;
    private static final int SPARED = 8;

    private final long most;
    private @Nullable Object[] slots = new @Nullable Object[8];
    private int size;
    private long bytes;
    private @Nullable T oldest;
    private @Nullable T youngest;

    Stripe(long most) {
      this.most = most;
    }

    synchronized long bytes() {
      return bytes;
    }

    synchronized @Nullable T get(long hi, long lo, long now) {
      T found = find(hi, lo);
      return found == null || found.endsAt <= now ? null : found;
    }

    synchronized boolean add(T entry, long now) {
      T known = find(entry.hi, entry.lo);
      if (known != null) {
        if (known.endsAt > now) {
          return false;
        }
        take(known);
      }
      for (int i = 0; i < ENDED && oldest != null && oldest.endsAt <= now; i++) {
        take(oldest);
      }
      makeRoom(most - entry.bytes());
      put(entry);
      return true;
    }

    synchronized void remove(T entry) {
      if (find(entry.hi, entry.lo) == entry) {
        take(entry);
      }
    }

    synchronized void renew(T entry, long endsAt, Runnable change) {
      if (find(entry.hi, entry.lo) == entry) {
        bytes -= entry.bytes();
        change.run();
        bytes += entry.bytes();
        entry.endsAt = Math.max(entry.endsAt, endsAt);
        leave(entry);
        queue(entry);
        makeRoom(most);
      }
    }

    private void makeRoom(long room) {
      int spared = SPARED;
      for (T leaving = oldest; leaving != null && bytes > room; leaving = oldest) {
        if (leaving.isSpared() && spared-- > 0) {
          leave(leaving);
          queue(leaving);
        } else {
          take(leaving);
        }
      }
    }

    @SuppressWarnings("unchecked") // only put writes slots
    private @Nullable T first(int slot) {
      return (T) slots[slot];
    }

    private int slot(T entry) {
      return (int) entry.hi & slots.length - 1;
    }

    private @Nullable T find(long hi, long lo) {
      T entry = first((int) hi & slots.length - 1);
      while (entry != null && (entry.lo != lo || entry.hi != hi)) {
        entry = entry.next;
      }
      return entry;
    }

    private void put(T entry) {
      if (size >= slots.length) {
        rehash();
      }
      link(entry);
      queue(entry);
      size++;
      bytes += entry.bytes();
    }

    private void link(T entry) {
      int slot = slot(entry);
      entry.next = first(slot);
      slots[slot] = entry;
    }

    private void rehash() {
      slots = new @Nullable Object[2 * slots.length];
      for (T entry = oldest; entry != null; entry = entry.younger) {
        link(entry);
      }
    }

    private void queue(T entry) {
      entry.older = youngest;
      entry.younger = null;
      if (youngest == null) {
        oldest = entry;
      } else {
        youngest.younger = entry;
      }
      youngest = entry;
    }

    /** Removes an entry from the list. */
    private void leave(T entry) {
      if (entry.older == null) {
        oldest = entry.younger;
      } else {
        entry.older.younger = entry.younger;
      }
      if (entry.younger == null) {
        youngest = entry.older;
      } else {
        entry.younger.older = entry.older;
      }
    }

    private void take(T entry) {
      leave(entry);
      int slot = slot(entry);
      T before = first(slot);
      if (before == entry) {
        slots[slot] = entry.next;
      } else {
        while (before != null && before.next != entry) {
          before = before.next;
        }
        if (before != null) {
          before.next = entry.next;
        }
      }
      size--;
      bytes -= entry.bytes();
      entry.next = null;
      entry.older = null;
      entry.younger = null;
    }
  }
}
