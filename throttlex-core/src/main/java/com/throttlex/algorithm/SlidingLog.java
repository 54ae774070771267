package com.throttlex.algorithm;

import java.util.Arrays;

/**
 * Sliding-window log and concurrency: every admitted charge is remembered for one period.
 *
 * <p>The two are one arithmetic. Units charged at time t count until {@code t + period}. A sliding
 * log lets them run out; under concurrency the holder usually gives them back earlier, by settling,
 * and the period only frees the slots of a holder that died.
 *
 * <p><b>Time.</b> Threads read the clock before they reach the log, so requests may come out of
 * order. The log decides a request at {@code max(its time, latest)}, where latest is the time of
 * the last decision that changed the log: a charge, or a change of the limit. So its decisions are
 * in order. A denial and a peek change neither the charges nor latest.
 *
 * <p><b>Bound.</b> Exact: in any time as long as the period at most the amount is admitted, by the
 * times at which charges are booked, whatever the order in which threads arrive. Proof: a charge is
 * booked at the time d at which it was decided, and d is never before that of an earlier charge.
 * Only a charge at some d' forgets, and only charges up to {@code d' − period}; as d' ≤ d, all
 * charges after {@code d − period} are still in the log when d is decided. They and the new one
 * were found to be at most the amount. Any time as long as the period ends in a last charge d, and
 * all others in it are after {@code d − period}. A refund takes its charge out but leaves latest.
 *
 * <p><b>Forgetting</b> up to {@code latest − period} cannot be seen, since nothing is decided
 * before latest any more. A store may do it at any time, and need not do it at all.
 *
 * <p><b>Memory.</b> 16 bytes for each distinct moment at which something was admitted, hence the
 * cap on the amount. Where there is no memory for more, {@link Log#condense} puts neighbouring
 * charges together under the later time. They then count for longer than one period, never for
 * less: the bound holds, and less may be admitted.
 */
public final class SlidingLog extends Limit {
  /** The largest amount that is logged charge by charge: 1.6 MB for one key. */
  public static final long MAX_AMOUNT = 100_000;

  private final long amount;
  private final long period;

  SlidingLog(Algorithm algorithm, Rate rate) {
    super(algorithm, rate);
    if (rate.amount() > MAX_AMOUNT) {
      throw new IllegalArgumentException(
          "amount: "
              + rate.amount()
              + " (expected: at most "
              + MAX_AMOUNT
              + " with "
              + algorithm
              + ", which keeps every charge; larger amounts fit sliding-window-counter)");
    }
    if (rate.period().calendar() != null) {
      throw new IllegalArgumentException(
          "period: " + rate.period() + " (expected: a length such as 30s with " + algorithm + ")");
    }
    amount = rate.amount();
    period = rate.period().nanos();
  }

  @Override
  public long capacity() {
    return amount;
  }

  @Override
  public boolean sharesStateWith(Limit other) {
    return other instanceof SlidingLog;
  }

  /** Whether a log that was last charged at that time has nothing left to remember. */
  public boolean isOver(long latest, long now) {
    return latest + period <= now;
  }

  /**
   * The charges of one key, oldest first: a ring of (time, units) pairs.
   *
   * <p>Not thread-safe. Only {@link #add}, {@link #settle} and {@link #leave} change what it
   * answers.
   */
  public static final class Log {
    /** More than this is never in use, so that settled costs cannot overflow the total. */
    private static final long MOST_UNITS = 1L << 61;

    /** This object, and its ring without elements. */
    private static final int BYTES = 48 + 16;

    private long[] ring = new long[8];
    private int head;
    private int size;
    private long total;
    private long latest;

    /**
     * Charges after this time are in the log, though perhaps under a later time. None are until the
     * log is condensed.
     */
    private long floor = Long.MAX_VALUE;

    /** A log of no charges. */
    public Log() {}

    /** A log of no charges in which nothing is decided before that time. */
    public Log(long latest) {
      this.latest = latest;
    }

    /** A log of the same charges. */
    public Log copy() {
      Log copy = new Log(latest);
      copy.ring = ring.clone();
      copy.head = head;
      copy.size = size;
      copy.total = total;
      copy.floor = floor;
      return copy;
    }

    /** Whether the cost fits now. */
    public boolean fits(SlidingLog limit, long cost, long now) {
      return cost <= limit.amount - used(limit, now);
    }

    /** Books a charge; returns the time it is booked at. Allocates nothing after makeRoom. */
    public long add(SlidingLog limit, long cost, long now) {
      long at = Math.max(now, latest);
      if (cost > 0) {
        forget(limit, at);
        append(Math.min(cost, MOST_UNITS - total), at);
        latest = at;
      }
      return at;
    }

    private void append(long units, long at) {
      if (size > 0 && newest() == at) {
        ring[index(size - 1) + 1] += units;
      } else if (units > 0) {
        makeRoom();
        size++;
        ring[index(size - 1)] = at;
        ring[index(size - 1) + 1] = units;
      }
      total += units;
    }

    private void forget(SlidingLog limit, long at) {
      while (size > 0 && (isOver(limit, 0, at) || ring[index(0) + 1] == 0)) {
        total -= ring[index(0) + 1];
        floor = floor == Long.MAX_VALUE ? floor : ring[index(0)];
        head = (head + 2) % ring.length;
        size--;
      }
    }

    /** Leaves a limit for another: a longer period does not bring back what is over. */
    public void leave(SlidingLog limit, long now) {
      if (latest > 0) {
        latest = Math.max(now, latest);
        forget(limit, latest);
      }
    }

    /** The units that are left, at least 0. */
    public long remaining(SlidingLog limit, long now) {
      return Math.max(0, limit.amount - used(limit, now));
    }

    /** When nothing is in use any more; not before now. */
    public long resetAt(SlidingLog limit, long now) {
      return size == 0 || isOver(limit, size - 1, Math.max(now, latest))
          ? now
          : newest() + limit.period;
    }

    /** Nanoseconds until a cost that does not fit will, or {@link Limit#NEVER}. */
    public long waitFor(SlidingLog limit, long cost, long now) {
      if (cost > limit.amount) {
        return NEVER;
      }
      long excess = total + cost - limit.amount;
      long wait = 0;
      for (int i = 0; excess > 0; i++) {
        wait = ring[index(i)] + limit.period - now;
        excess -= ring[index(i) + 1];
      }
      return Math.max(0, wait);
    }

    /** The units in use. */
    public long used(SlidingLog limit, long now) {
      long at = Math.max(now, latest);
      long used = total;
      for (int i = 0; i < size && isOver(limit, i, at); i++) {
        used -= ring[index(i) + 1];
      }
      return used;
    }

    /** Corrects a charge booked at that time by delta units; what is over is not given back. */
    public void settle(SlidingLog limit, long bookedAt, long delta, long now) {
      if (delta >= 0) {
        add(limit, delta, now);
        return;
      }
      int found = find(bookedAt);
      if (found < size && (ring[index(found)] == bookedAt || bookedAt > floor)) {
        int slot = index(found) + 1;
        long refund = Math.min(-delta, ring[slot]);
        ring[slot] -= refund;
        total -= refund;
      }
      while (size > 0 && ring[index(size - 1) + 1] == 0) {
        size--;
      }
    }

    /** The time before which nothing is decided any more: that of the last change, or 0. */
    public long latest() {
      return latest;
    }

    private long newest() {
      return ring[index(size - 1)];
    }

    private boolean isOver(SlidingLog limit, int i, long now) {
      return ring[index(i)] + limit.period <= now;
    }

    /** The place of the first charge at that time or later; the size when there is none. */
    private int find(long time) {
      int low = 0;
      int high = size;
      while (low < high) {
        int middle = (low + high) >>> 1;
        if (ring[index(middle)] < time) {
          low = middle + 1;
        } else {
          high = middle;
        }
      }
      return low;
    }

    /** How many bytes it takes. */
    public long bytes() {
      return BYTES + (long) Long.BYTES * ring.length;
    }

    /** Whether another charge needs room to be made. */
    public boolean isFull() {
      return 2 * size >= ring.length;
    }

    /** By how many bytes making room may make it larger. */
    public long growth() {
      return (long) Long.BYTES * ring.length;
    }

    /**
     * Makes room for a charge without taking more memory: each two neighbours become one, at the
     * later of their times. So they are forgotten later than they would be, and not earlier.
     */
    public void condense() {
      floor = floor == Long.MAX_VALUE ? ring[index(0)] - 1 : floor;
      int kept = 0;
      for (int i = 0; i < size; i += 2) {
        int last = Math.min(i + 1, size - 1);
        long units = ring[index(i) + 1] + (last == i ? 0 : ring[index(last) + 1]);
        long time = ring[index(last)];
        ring[index(kept)] = time;
        ring[index(kept) + 1] = units;
        kept++;
      }
      size = kept;
    }

    /**
     * Makes room for a charge: drops what was given back entirely, and doubles the ring if more
     * than half is still in use.
     */
    public void makeRoom() {
      if (2 * size < ring.length) {
        return;
      }
      long[] kept = new long[2 * ring.length];
      int length = 0;
      for (int i = 0; i < size; i++) {
        if (ring[index(i) + 1] > 0) {
          kept[length++] = ring[index(i)];
          kept[length++] = ring[index(i) + 1];
        }
      }
      ring = 2 * length > ring.length ? kept : Arrays.copyOf(kept, ring.length);
      head = 0;
      size = length / 2;
    }

    private int index(int i) {
      return (head + 2 * i) % ring.length;
    }
  }
}
