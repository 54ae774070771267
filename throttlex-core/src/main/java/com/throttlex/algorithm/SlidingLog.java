package com.throttlex.algorithm;

/**
 * Sliding window log and concurrency: every admitted charge is kept for one period.
 *
 * <p>The two have the same arithmetic. Units charged at time t count until {@code t + period}. In a
 * sliding window log they expire. Under concurrency the client usually releases them earlier, by
 * settling; the period only frees the concurrency slots of a client that failed.
 *
 * <p><b>Time.</b> Threads read the clock before they reach the log, so requests may come out of
 * order. The log decides a request at {@code max(its time, latest)}, where latest is the time of
 * the last decision that changed the log: a charge, or a change of the limit. So its decisions are
 * in order. A denial and a peek change neither the charges nor latest.
 *
 * <p><b>Bound.</b> Exact: in any time as long as the period at most the amount is admitted, by the
 * times at which charges are recorded, whatever the order in which threads arrive. Proof: a charge
 * is recorded at the time d at which it was decided, and d is never before that of an earlier
 * charge. Only a charge at some d' removes charges, and only those up to {@code d' − period}. As d'
 * ≤ d, all charges after {@code d − period} are still in the log when d is decided. They and the
 * new one were found to be at most the amount. Any time as long as the period ends in a last charge
 * d, and all others in it are after {@code d − period}. A refund removes its charge but does not
 * change latest.
 *
 * <p><b>Removal</b> of charges up to {@code latest − period} cannot be observed, because nothing is
 * decided before latest any more. A store may remove them at any time, or never.
 *
 * <p><b>Memory.</b> A log has an entry for each distinct time at which a charge was admitted, so
 * the amount has a maximum. {@link RingLog} needs 16 bytes for an entry. Stores keep charges in
 * other forms; the arithmetic needs only a {@link ChargeLog}.
 */
public final class SlidingLog extends Limit {
  /** The maximum amount of a log: 1.6 MB for one key. */
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

  /** Returns whether all charges of a log that was last charged at that time have expired. */
  public boolean isExpired(long latest, long now) {
    return latest + period <= now;
  }

  boolean fits(ChargeLog log, long cost, long now) {
    return cost <= amount - used(log, now);
  }

  /** Returns the units in use. */
  long used(ChargeLog log, long now) {
    return log.used(decidedAt(log, now) - period);
  }

  /** Returns the units that are left, at least 0. */
  long remaining(ChargeLog log, long now) {
    return Math.max(0, amount - used(log, now));
  }

  /** Returns when all charges have expired; not before now. */
  long resetAt(ChargeLog log, long now) {
    long newest = log.newest();
    return newest == ChargeLog.NONE || isExpired(newest, decidedAt(log, now))
        ? now
        : newest + period;
  }

  /**
   * Returns the nanoseconds until a cost that does not fit now will fit, or {@link Limit#NEVER}.
   */
  long waitFor(ChargeLog log, long cost, long now) {
    if (cost > amount) {
      return NEVER;
    }
    long expired = decidedAt(log, now) - period;
    return Math.max(0, log.freedBy(amount - cost, expired) + period - now);
  }

  /** Adds a charge, and returns the time at which it is recorded. */
  long add(ChargeLog log, long cost, long now) {
    long at = decidedAt(log, now);
    if (cost > 0) {
      log.add(cost, at, at - period);
    }
    return at;
  }

  /** Prepares a log for another limit: a longer period does not bring expired charges back. */
  void leave(ChargeLog log, long now) {
    if (log.latest() > 0) {
      long at = decidedAt(log, now);
      log.leave(at, at - period);
    }
  }

  /** Corrects the charge of that time by delta units; expired units are not refunded. */
  void settle(ChargeLog log, long bookedAt, long delta, long now) {
    if (delta >= 0) {
      add(log, delta, now);
    } else {
      log.refund(bookedAt, -delta);
    }
  }

  private static long decidedAt(ChargeLog log, long now) {
    return Math.max(now, log.latest());
  }
}
