package com.throttlex.algorithm;

import java.util.Arrays;

/**
 * Sliding-window log and concurrency: every admitted charge is remembered for one period.
 *
 * <p>The two are one arithmetic. Units charged at time t count until {@code t + period}. A sliding
 * log lets them run out; under concurrency the holder usually gives them back earlier, by settling,
 * and the period only frees the slots of a holder that died.
 *
 * <p><b>Bound.</b> Exact: in any time as long as the period at most the amount is admitted.
 *
 * <p><b>Memory.</b> 16 bytes for each distinct moment at which something was admitted, hence the
 * cap on the amount.
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

  /** Whether a log whose newest charge was made at that time has nothing left to remember. */
  public boolean isOver(long newest, long now) {
    return newest + period <= now;
  }

  /**
   * The charges of one key, oldest first: a ring of (time, units) pairs.
   *
   * <p>Not thread-safe. What is over counts no more, whether it was forgotten or not.
   */
  public static final class Log {
    /** More than this is never in use, so that settled costs cannot overflow the total. */
    private static final long MOST_UNITS = 1L << 61;

    private long[] ring = new long[8];
    private int head;
    private int size;
    private long total;

    /** A log of the same charges. */
    public Log copy() {
      Log copy = new Log();
      copy.ring = ring.clone();
      copy.head = head;
      copy.size = size;
      copy.total = total;
      return copy;
    }

    /** Forgets what is over, and makes room for a charge. */
    public void tidy(SlidingLog limit, long now) {
      while (size > 0 && (isOver(limit, 0, now) || ring[index(0) + 1] == 0)) {
        total -= ring[index(0) + 1];
        head = (head + 2) % ring.length;
        size--;
      }
      makeRoom();
    }

    /** Whether the cost fits now. */
    public boolean fits(SlidingLog limit, long cost, long now) {
      return cost <= limit.amount - used(limit, now);
    }

    /** Books a charge, at now or at the newest charge's time if that is later; returns the time. */
    public long add(long cost, long now) {
      long at = Math.max(now, newest());
      long units = Math.min(cost, MOST_UNITS - total);
      if (size > 0 && newest() == at) {
        ring[index(size - 1) + 1] += units;
      } else if (units > 0) {
        makeRoom();
        size++;
        ring[index(size - 1)] = at;
        ring[index(size - 1) + 1] = units;
      }
      total += units;
      return at;
    }

    /** The units that are left, at least 0. */
    public long remaining(SlidingLog limit, long now) {
      return Math.max(0, limit.amount - used(limit, now));
    }

    /** When nothing is remembered any more; not before now. */
    public long resetAt(SlidingLog limit, long now) {
      return size == 0 ? now : Math.max(now, newest() + limit.period);
    }

    /** Nanoseconds until the cost fits if nothing else is charged, or {@link Limit#NEVER}. */
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
      long used = total;
      for (int i = 0; i < size && isOver(limit, i, now); i++) {
        used -= ring[index(i) + 1];
      }
      return used;
    }

    /** Corrects a charge booked at that time by delta units; what is over is not given back. */
    public void settle(long bookedAt, long delta, long now) {
      if (delta >= 0) {
        add(delta, now);
        return;
      }
      int found = find(bookedAt);
      if (found >= 0) {
        int slot = index(found) + 1;
        long refund = Math.min(-delta, ring[slot]);
        ring[slot] -= refund;
        total -= refund;
      }
      while (size > 0 && ring[index(size - 1) + 1] == 0) {
        size--;
      }
    }

    /** The time of the newest charge, or 0. */
    public long newest() {
      return size == 0 ? 0 : ring[index(size - 1)];
    }

    private boolean isOver(SlidingLog limit, int i, long now) {
      return ring[index(i)] + limit.period <= now;
    }

    private int find(long time) {
      int low = 0;
      int high = size - 1;
      while (low <= high) {
        int middle = (low + high) >>> 1;
        long there = ring[index(middle)];
        if (there == time) {
          return middle;
        } else if (there < time) {
          low = middle + 1;
        } else {
          high = middle - 1;
        }
      }
      return -1;
    }

    /**
     * Drops what was given back entirely, and doubles the ring if more than half is still in use.
     */
    private void makeRoom() {
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
