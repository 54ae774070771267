package com.throttlex.shared;

import com.throttlex.algorithm.Bucket;
import com.throttlex.algorithm.FixedWindow;
import com.throttlex.algorithm.Limit;
import com.throttlex.algorithm.SlidingCounter;
import com.throttlex.store.ChargeVerdict;
import com.throttlex.store.Verdicts;
import org.jspecify.annotations.Nullable;

/**
 * The units of one lease, which the shared store has charged to this node.
 *
 * <p><b>Expiry.</b> A unit may be used only while the shared store still counts it as used. The
 * units of a bucket flow back. If the answer says that the bucket is full at W, the last unit is
 * back at W, the one before it a unit's time earlier, and so on. At any time before W, {@code (W −
 * now) / unit} of them are still in use. The units of a window count until the window ends.
 *
 * <p><b>Clock.</b> The times in an answer are the store's. They are used as durations from the time
 * of the answer. As this time the node takes the time at which it sent the request, which is
 * earlier. So a unit expires here no later than in the store, however different the clocks are.
 *
 * <p><b>Bound.</b> Consider the units admitted from a to b. Those charged before a were still in
 * use in the bucket at a; the others were charged since. The units in use at a and those charged
 * until b are at most the burst plus the refill in between: {@code burst + rate · (b − a)}. This is
 * the same bound as if the store had decided each unit. The units of a window are all counted in
 * the window in which they are used.
 *
 * <p>Not thread-safe; guarded by its {@link Lease}.
 */
final class Grant {
  private final boolean bucket;
  private final boolean fixed;
  private final long amount;
  private final long periodNanos;
  private final long unitNanos;
  private final long units;
  private final long endsAt;
  private final long resetAt;
  private final @Nullable String name;
  private final boolean degraded;
  private long left;

  private Grant(Verdicts answer, ChargeVerdict verdict, long sentAt, long endsAt) {
    Limit limit = verdict.limit();
    bucket = limit instanceof Bucket;
    fixed = limit instanceof FixedWindow;
    amount = limit.rate().amount();
    periodNanos = limit.rate().period().nanos();
    unitNanos = (periodNanos + amount - 1) / amount;
    units = verdict.charge().cost();
    left = units;
    this.endsAt = endsAt;
    resetAt = sentAt + verdict.resetAt() - answer.now();
    name = answer.reservation();
    degraded = answer.isDegraded();
  }

  /** Creates the grant from the answer to a request sent at that local time. */
  static Grant of(Verdicts answer, long sentAt) {
    ChargeVerdict verdict = answer.get(0);
    long ends = verdict.resetAt() - answer.now();
    if (verdict.limit() instanceof SlidingCounter) {
      ends -= verdict.limit().rate().period().nanos();
    }
    return new Grant(answer, verdict, sentAt, sentAt + ends);
  }

  /** Returns the units that can still be used. */
  long usable(long now) {
    long time = endsAt - now;
    if (time <= 0) {
      return 0;
    }
    return !bucket || left * unitNanos <= time ? left : Math.min(left, stillIn(time));
  }

  /** Returns how many units flow back within that time: the largest n with n·period ≤ t·amount. */
  private long stillIn(long time) {
    long estimate = (long) ((double) time * (double) amount / (double) periodNanos);
    if (!within(estimate, time)) {
      return estimate - 1;
    }
    return within(estimate + 1, time) ? estimate + 1 : estimate;
  }

  private boolean within(long count, long time) {
    long high = Math.multiplyHigh(count, periodNanos);
    long bound = Math.multiplyHigh(time, amount);
    return high < bound
        || (high == bound && Long.compareUnsigned(count * periodNanos, time * amount) <= 0);
  }

  /** Takes units if there are enough; units of a bucket that have flowed back are lost. */
  boolean take(long cost, long now) {
    long usable = usable(now);
    if (usable < cost) {
      return false;
    }
    left = (bucket ? usable : left) - cost;
    return true;
  }

  /** Puts back units that were taken and not used. */
  void putBack(long cost) {
    left += cost;
  }

  /** Returns whether so few units are left that more should be leased. */
  boolean isLow(long now) {
    return usable(now) <= units / 3;
  }

  /** Returns the units that were not used, including those that have flowed back. */
  long left() {
    return left;
  }

  /** Returns the local time at which the counter is full again, as of the answer. */
  long resetAt() {
    return resetAt;
  }

  /**
   * Returns the name under which the unused units can be returned; null if they cannot or need not
   * be.
   *
   * <p>The units of a bucket are not returned. They flow back by themselves, and a refund would
   * make later charges flow back sooner than other nodes expect. An expired fixed window no longer
   * counts its units; a sliding window still counts them in part.
   */
  @Nullable String returnableAs(long now) {
    return left == 0 || (fixed && now >= endsAt) ? null : name;
  }

  /** Returns the units that were used, once no more can be used. */
  long used() {
    return units - left;
  }

  /** Returns whether the units were granted in fallback, not by the shared store. */
  boolean isDegraded() {
    return degraded;
  }
}
