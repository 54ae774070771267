package com.throttlex.shared;

import com.throttlex.algorithm.FixedWindow;
import com.throttlex.algorithm.Limit;
import com.throttlex.algorithm.Meter;
import com.throttlex.store.ChargeVerdict;
import com.throttlex.store.Verdicts;

/**
 * The short time after a denial in which a busy key is denied without a call to the store.
 *
 * <p>Without it, all nodes would call the store for each unit of a limit that refills every few
 * microseconds. The wait loses nothing: the units accumulate in the shared store, because the wait
 * is short compared with the time in which a quarter of the limit refills. A backoff also follows
 * an answer that brought few units and left few, {@code 1/32} of the limit; it takes effect when
 * those are used. It is used only for charges that may use up the whole limit: if they are denied,
 * all are denied.
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

  /** Records the answer to a request that was sent at that local time. */
  void learn(Verdicts answer, ChargeVerdict verdict, long sentAt) {
    if (verdict.allowed()) {
      learnFew(answer, verdict, sentAt);
    } else {
      begin(answer, verdict, sentAt);
      cost = verdict.charge().cost();
      fitsAt = verdict.waitNanos() == Limit.NEVER ? Limit.NEVER : sentAt + verdict.waitNanos();
    }
  }

  /** Records an answer that brought few units, or none to a request for many. */
  void learnFew(Verdicts answer, ChargeVerdict verdict, long sentAt) {
    if (flows && verdict.remaining() < verdict.limit().capacity() / FEW) {
      begin(answer, verdict, sentAt);
      cost = 1;
      fitsAt = endsAt;
    } else {
      endsAt = sentAt;
    }
  }

  private void begin(Verdicts answer, ChargeVerdict verdict, long sentAt) {
    endsAt = answer.isDegraded() ? sentAt : sentAt + nanos;
    remaining = verdict.remaining();
    resetAt = sentAt + verdict.resetAt() - answer.now();
  }

  /** Returns whether the backoff is on; units are not leased in advance then. */
  boolean isOn(long now) {
    return now < endsAt;
  }

  /** Denies a request of the same or a higher cost; returns false if the backoff has expired. */
  boolean deny(Verdicts verdicts, ChargeVerdict verdict, long now) {
    if (!isOn(now) || verdict.charge().cost() < cost) {
      return false;
    }
    long wait = fitsAt == Limit.NEVER ? Limit.NEVER : Math.max(fitsAt, endsAt) - now;
    verdict.judged(false, wait, 0);
    verdict.report(remaining, verdicts.now() + Math.max(0, resetAt - now), verdicts.now());
    return true;
  }
}
