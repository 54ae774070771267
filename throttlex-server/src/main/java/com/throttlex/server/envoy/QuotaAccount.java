package com.throttlex.server.envoy;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;

/**
 * The units that were taken from the store for one proxy and one quota bucket.
 *
 * <p><b>Invariant.</b> The units that the proxy can still spend ({@link #hold}) are never more than
 * the units that were taken for it and that no report has named as spent. So every request that the
 * proxy admits under an assignment was charged before.
 *
 * <p><b>Hold.</b> Sending an assignment adds its units, because the units of the last one may be
 * spent until the new one arrives. A report subtracts what was spent. It also proves that the proxy
 * has every assignment that was sent {@link #ARRIVAL_NANOS} before: then the proxy holds no more
 * than the newest one of these, and all that were sent later. After the end of an assignment the
 * next report proves that nothing is left.
 *
 * <p><b>Age.</b> Units back a new assignment only while they are young, so that they are spent soon
 * after they were charged. Older units that the proxy does not hold any more are given back.
 *
 * <p>Not thread-safe; guarded by {@link Quotas}.
 */
final class QuotaAccount {
  /** The time in which an assignment reaches its proxy. */
  static final long ARRIVAL_NANOS = 500_000_000L;

  /** The part of a take that belongs to this account. */
  private static final class Part {
    private final QuotaTake take;
    private final long at;
    private long left;

    Part(QuotaTake take, long at, long left) {
      this.take = take;
      this.at = at;
      this.left = left;
    }
  }

  private record Assignment(long units, long at) {}

  private final Deque<Part> parts = new ArrayDeque<>();
  private long total;
  private long hold;

  /** The assignments of which no report has proved that they arrived. */
  private final Deque<Assignment> underway = new ArrayDeque<>();

  /** The units of the last one that arrived. */
  private long current;

  private long endsAt;
  private long debt;

  /**
   * Adds units that were taken from the store; what the proxy spent without units is paid first.
   */
  void taken(QuotaTake take, long units, long now) {
    long paid = Math.min(debt, units);
    debt -= paid;
    parts.add(new Part(take, now, units - paid));
    total += units - paid;
  }

  /** Records an assignment that replaces the last one. */
  void sent(long units, long now, long ttlNanos) {
    hold += units;
    underway.add(new Assignment(units, now));
    renewed(now, ttlNanos);
  }

  /** Records that the present assignment was sent again, and lives longer. */
  void renewed(long now, long ttlNanos) {
    endsAt = now + ttlNanos + ARRIVAL_NANOS;
  }

  /**
   * Records a report.
   *
   * @param mostDebt the most units that are charged later, because the proxy spent them without any
   */
  void spent(long units, long mostDebt, long now) {
    long covered = Math.min(units, total);
    consume(covered);
    debt = Math.min(mostDebt, debt + units - covered);
    hold = Math.max(0, hold - units);
    hold = Math.min(hold, proven(now));
    if (now >= endsAt) {
      hold = 0;
      current = 0;
      underway.clear();
    }
  }

  /** Returns the most that the proxy holds by the assignments that have arrived. */
  private long proven(long now) {
    while (!underway.isEmpty() && now - underway.getFirst().at >= ARRIVAL_NANOS) {
      current = underway.removeFirst().units;
    }
    return current + underway.stream().mapToLong(Assignment::units).sum();
  }

  private void consume(long units) {
    long rest = units;
    total -= units;
    while (rest > 0) {
      Part oldest = parts.getFirst();
      long spent = Math.min(rest, oldest.left);
      oldest.left -= spent;
      rest -= spent;
      if (oldest.left == 0) {
        parts.removeFirst().take.close(0);
      }
    }
  }

  /** Gives back the units that are too old for an assignment and not held; only after a report. */
  void release(long now, long mostAge) {
    Iterator<Part> oldestFirst = parts.iterator();
    while (oldestFirst.hasNext()) {
      Part part = oldestFirst.next();
      if (now - part.at <= mostAge || part.left > total - hold) {
        return;
      }
      total -= part.left;
      oldestFirst.remove();
      part.take.close(part.left);
    }
  }

  /** Counts all units as spent, because no further report comes. */
  void close() {
    parts.forEach(part -> part.take.close(0));
    parts.clear();
    total = 0;
  }

  /** Returns the units that can back a new assignment. */
  long available(long now, long mostAge) {
    long young = young(now, mostAge);
    long old = total - young;
    return Math.max(0, young - Math.max(0, hold - old));
  }

  /**
   * Returns whether young units back all that the proxy holds, so that its assignment may go on.
   */
  boolean isYoung(long now, long mostAge) {
    return young(now, mostAge) >= hold;
  }

  private long young(long now, long mostAge) {
    long young = 0;
    for (Part part : parts) {
      young += now - part.at <= mostAge ? part.left : 0;
    }
    return young;
  }

  /** Returns the most units that the proxy can still spend. */
  long hold() {
    return hold;
  }

  /** Returns the units that were taken and that no report has named. */
  long total() {
    return total;
  }

  /** Returns the units that the proxy spent and that are not charged yet. */
  long debt() {
    return debt;
  }
}
