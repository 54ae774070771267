package com.throttlex.distributed;

import com.throttlex.algorithm.FixedWindow;
import com.throttlex.algorithm.Limit;
import com.throttlex.algorithm.Meter;
import com.throttlex.store.Charge;
import com.throttlex.store.Charges;

/**
 * The short time after a denial in which a busy key is denied without asking the store.
 *
 * <p>A limit that gives back a unit every few microseconds would otherwise be asked for each of
 * them, by all nodes. Nothing is lost by waiting: the units come together in the shared store, as
 * the moment is short against the time in which a quarter of the limit comes back. It also follows
 * an answer that brought few units and left few, {@code 1/32} of the limit: it is felt when those
 * are used. Only charges that may use up the whole limit come here: to deny them is to deny all.
 *
 * <p>Not thread-safe; guarded by its {@link Lease}.
 */
final class DenialBackoff {
  private static final long MOST_NANOS = 20_000_000L;
  private static final long FEW = 32;

  private final long nanos;
  private final boolean flows;
  private long endsAt;
  private long cost;
  private long fitsAt;
  private long remaining;
  private long resetAt;

  DenialBackoff(Meter limit, long now) {
    double whole =
        (double) limit.capacity() * limit.rate().period().nanos() / limit.rate().amount();
    nanos = (long) Math.min(MOST_NANOS, whole / 4);
    flows = !(limit instanceof FixedWindow);
    endsAt = now;
  }

  /** Takes note of the answer to a request that was sent at that local time. */
  void learn(Charges answer, Charge charge, long sentAt) {
    if (charge.allowed()) {
      learnFew(answer, charge, sentAt);
    } else {
      begin(answer, charge, sentAt);
      cost = charge.cost();
      fitsAt = charge.waitNanos() == Limit.NEVER ? Limit.NEVER : sentAt + charge.waitNanos();
    }
  }

  /** Takes note of an answer that brought few units, or none to a question for many. */
  void learnFew(Charges answer, Charge charge, long sentAt) {
    if (flows && charge.remaining() < charge.limit().capacity() / FEW) {
      begin(answer, charge, sentAt);
      cost = 1;
      fitsAt = endsAt;
    } else {
      endsAt = sentAt;
    }
  }

  private void begin(Charges answer, Charge charge, long sentAt) {
    endsAt = answer.isDegraded() ? sentAt : sentAt + nanos;
    remaining = charge.remaining();
    resetAt = sentAt + charge.resetAt() - answer.now();
  }

  /** Whether it is that moment: nothing is asked for ahead of need. */
  boolean isOn(long now) {
    return now < endsAt;
  }

  /** Denies a request of no smaller cost; false when the moment is over. */
  boolean deny(Charges charges, Charge charge, long now) {
    if (!isOn(now) || charge.cost() < cost) {
      return false;
    }
    long wait = fitsAt == Limit.NEVER ? Limit.NEVER : Math.max(fitsAt, endsAt) - now;
    charge.judged(false, wait, 0);
    charge.report(remaining, charges.now() + Math.max(0, resetAt - now), charges.now());
    return true;
  }
}
