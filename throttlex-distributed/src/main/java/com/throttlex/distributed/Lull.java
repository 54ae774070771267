package com.throttlex.distributed;

import com.throttlex.algorithm.Limit;
import com.throttlex.algorithm.Meter;
import com.throttlex.store.Charge;
import com.throttlex.store.Charges;

/**
 * The moment after a denial in which a busy key is denied without asking.
 *
 * <p>A limit that gives back a unit every few microseconds would otherwise be asked for each of
 * them, by all nodes. Nothing is lost by waiting: the units come together in the shared store. So
 * the moment is short against the time in which a quarter of the limit comes back.
 *
 * <p>Not thread-safe; guarded by its {@link Lease}.
 */
final class Lull {
  private static final long MOST_NANOS = 20_000_000L;

  private final long nanos;
  private long endsAt;
  private long cost;
  private long fitsAt;
  private long remaining;
  private long resetAt;

  Lull(Meter limit, long now) {
    double whole =
        (double) limit.capacity() * limit.rate().period().nanos() / limit.rate().amount();
    nanos = (long) Math.min(MOST_NANOS, whole / 4);
    endsAt = now;
  }

  /** Takes note of an answer to a question that was sent at that local time. */
  void learn(Charges answer, Charge charge, long sentAt) {
    if (charge.allowed() || answer.isDegraded()) {
      endsAt = sentAt;
      return;
    }
    long wait = charge.waitNanos();
    endsAt = sentAt + nanos;
    fitsAt = wait == Limit.NEVER ? Limit.NEVER : sentAt + Math.max(wait, nanos);
    cost = charge.cost();
    remaining = charge.remaining();
    resetAt = sentAt + charge.resetAt() - answer.now();
  }

  /** Denies a request of no smaller cost; false when the moment is over. */
  boolean deny(Charges charges, Charge charge, long now) {
    if (now >= endsAt || charge.cost() < cost) {
      return false;
    }
    charge.judged(false, fitsAt == Limit.NEVER ? Limit.NEVER : fitsAt - now, 0);
    charge.report(remaining, charges.now() + Math.max(0, resetAt - now), charges.now());
    return true;
  }
}
