package com.throttlex.shared;

import com.throttlex.algorithm.Algorithm;
import com.throttlex.algorithm.Bucket;
import com.throttlex.algorithm.FixedWindow;
import com.throttlex.algorithm.Limit;
import com.throttlex.store.Charge;
import com.throttlex.store.ChargeVerdict;
import com.throttlex.store.Charges;
import com.throttlex.store.Verdicts;
import org.jspecify.annotations.Nullable;

/** A denied request and its answers, in local time. */
final class Denial {
  private final long epoch;
  private final long endsAt;
  private final Part[] parts;

  private Denial(long epoch, long endsAt, Part[] parts) {
    this.epoch = epoch;
    this.endsAt = endsAt;
    this.parts = parts;
  }

  /**
   * A charge and its answer; {@code fitsAt} is the time at which its cost would fit.
   *
   * @param needed the units that must be available; of two priority classes with the same cost, one
   *     may need more than the other
   */
  private record Part(
      long hi,
      long lo,
      Limit limit,
      long needed,
      int rule,
      boolean shadow,
      long maxDelay,
      boolean allowed,
      boolean lasting,
      long remaining,
      long resetAt,
      long fitsAt) {

    static Part of(ChargeVerdict verdict, long decidedAt, long now) {
      Charge charge = verdict.charge();
      long wait = verdict.waitNanos();
      return new Part(
          charge.key().hi(),
          charge.key().lo(charge.index()),
          charge.limit(),
          charge.needed(),
          charge.rule(),
          charge.shadow(),
          charge.maxDelay(),
          verdict.allowed(),
          isLasting(verdict),
          verdict.remaining(),
          now + verdict.resetAt() - decidedAt,
          wait == Limit.NEVER ? Limit.NEVER : now + wait);
    }

    boolean isOf(Charge charge) {
      long asked = charge.needed();
      return lo == charge.key().lo(charge.index())
          && hi == charge.key().hi()
          && rule == charge.rule()
          && shadow == charge.shadow()
          && maxDelay == charge.maxDelay()
          && (needed == asked || (needed < asked && lasting && isLinear()))
          && limit.equals(charge.limit());
    }

    /** Returns whether the wait for more units follows from the wait for fewer. */
    private boolean isLinear() {
      return limit instanceof FixedWindow || limit instanceof Bucket;
    }

    private long fitsAt(long asked) {
      if (asked == needed || fitsAt == Limit.NEVER) {
        return fitsAt;
      }
      if (asked > limit.capacity()) {
        return Limit.NEVER;
      }
      return limit instanceof Bucket ? fitsAt + nanosOf(asked - needed) : fitsAt;
    }

    private long nanosOf(long units) {
      double nanos = (double) units * limit.rate().period().nanos() / limit.rate().amount();
      return (long) Math.ceil(nanos);
    }

    void answer(ChargeVerdict verdict, long now) {
      long fits = fitsAt(verdict.charge().needed());
      long wait = fits == Limit.NEVER ? fits : Math.max(0, fits - now);
      boolean fitsNow = allowed || wait == 0;
      verdict.judged(fitsNow, fitsNow ? 0 : wait, 0);
      verdict.report(remaining, Math.max(now, resetAt), now);
    }
  }

  /**
   * Returns the denial of the verdicts that a cache may repeat; null if it may repeat none.
   *
   * @param sentAt the local time at which the request was sent, which is not after the decision
   * @param now the local time of the answer, which is not before the decision
   */
  static @Nullable Denial of(Verdicts verdicts, long epoch, long sentAt, long now, long mostNanos) {
    long lasts = 0;
    for (int i = 0; i < verdicts.size(); i++) {
      ChargeVerdict verdict = verdicts.get(i);
      lasts = isLasting(verdict) ? Math.max(lasts, verdict.waitNanos()) : lasts;
    }
    if (lasts == 0) {
      return null;
    }
    Part[] parts = new Part[verdicts.size()];
    for (int i = 0; i < parts.length; i++) {
      parts[i] = Part.of(verdicts.get(i), verdicts.now(), now);
    }
    return new Denial(epoch, sentAt + Math.min(lasts, mostNanos), parts);
  }

  /**
   * Returns whether the charge denies its request until its retry-after. A concurrency slot may be
   * released sooner, and a request that may be delayed may be admitted sooner.
   */
  private static boolean isLasting(ChargeVerdict verdict) {
    Charge charge = verdict.charge();
    return !verdict.allowed()
        && !charge.shadow()
        && charge.maxDelay() == 0
        && charge.limit().algorithm() != Algorithm.CONCURRENCY;
  }

  /** Returns the epoch of the {@link DenyCache} at which the request was sent. */
  long epoch() {
    return epoch;
  }

  /** Returns the time until which the same request is denied again. */
  long endsAt() {
    return endsAt;
  }

  /**
   * Returns whether this denial covers the charges: the same request, or one that needs more units.
   */
  boolean isOf(Charges charges) {
    if (charges.size() != parts.length) {
      return false;
    }
    for (int i = 0; i < parts.length; i++) {
      if (!parts[i].isOf(charges.get(i))) {
        return false;
      }
    }
    return true;
  }

  /** Writes the answers of the shared store, with the times moved on. */
  void answer(Verdicts verdicts, long now) {
    for (int i = 0; i < parts.length; i++) {
      parts[i].answer(verdicts.get(i), now);
    }
  }
}
