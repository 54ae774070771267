package com.throttlex.algorithm;

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
 * <p><b>Memory.</b> A log has an entry for each distinct time at which something was admitted,
 * hence the maximum of the amount. {@link RingLog} needs 16 bytes for one. Stores keep charges in
 * other forms; the arithmetic needs only a {@link ChargeLog}.
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

  /** Whether all charges of a log that was last charged at that time have expired. */
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

  /** Returns the nanoseconds until a cost that does not fit will, or {@link Limit#NEVER}. */
  long waitFor(ChargeLog log, long cost, long now) {
    if (cost > amount) {
      return NEVER;
    }
    long expired = decidedAt(log, now) - period;
    return Math.max(0, log.freedBy(amount - cost, expired) + period - now);
  }

  /** Adds a charge, and returns the time at which it is booked. */
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

  /** Corrects the charge of that time by delta units; expired units are not given back. */
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
