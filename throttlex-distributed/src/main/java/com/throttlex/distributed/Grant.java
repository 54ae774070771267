package com.throttlex.distributed;

import com.throttlex.algorithm.Bucket;
import com.throttlex.algorithm.FixedWindow;
import com.throttlex.algorithm.Limit;
import com.throttlex.algorithm.SlidingCounter;
import com.throttlex.store.Charge;
import com.throttlex.store.Charges;
import org.jspecify.annotations.Nullable;

/**
 * Units that the shared store has charged to this node in one go, to be used here.
 *
 * <p><b>Until when.</b> A unit may be used only while the shared store still counts it as used. In
 * a bucket it flows back: if the answer said that the bucket is whole at W, the last unit is back
 * at W, the one before it a unit's time earlier, and so on; at any time before, {@code (W − now) /
 * unit} of them are still in. In a window they count until the window ends.
 *
 * <p><b>By which clock.</b> The answer's times are the store's. They are taken as lengths of time
 * from the answer's moment, and that moment as the one at which the question left this node, when
 * it was later in fact. So a unit ends here no later than there, however far the clocks are apart.
 *
 * <p><b>Why nothing is over.</b> Let units be admitted from a to b. Those charged before a were
 * still in the bucket at a, the others were charged since; and what was in at a and what was
 * charged until b is at most the burst and what flowed back in between: {@code burst + rate · (b −
 * a)}, as if every unit had been asked for one by one. A window's units are all counted in the
 * window in which they are used.
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

  private Grant(Charges answer, Charge charge, long sentAt, long endsAt) {
    Limit limit = charge.limit();
    bucket = limit instanceof Bucket;
    fixed = limit instanceof FixedWindow;
    amount = limit.rate().amount();
    periodNanos = limit.rate().period().nanos();
    unitNanos = (periodNanos + amount - 1) / amount;
    units = charge.cost();
    left = units;
    this.endsAt = endsAt;
    resetAt = sentAt + charge.resetAt() - answer.now();
    name = answer.reservation();
    degraded = answer.isDegraded();
  }

  /** What was granted by the answer to a question sent at that local time. */
  static Grant of(Charges answer, long sentAt) {
    Charge charge = answer.get(0);
    long ends = charge.resetAt() - answer.now();
    if (charge.limit() instanceof SlidingCounter) {
      ends -= charge.limit().rate().period().nanos();
    }
    return new Grant(answer, charge, sentAt, sentAt + ends);
  }

  /** The units that can still be used. */
  long usable(long now) {
    long time = endsAt - now;
    if (time <= 0) {
      return 0;
    }
    return !bucket || left * unitNanos <= time ? left : Math.min(left, stillIn(time));
  }

  /** How many units need at most that time to flow back: the largest n with n·period ≤ t·amount. */
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

  /** Uses units if there are as many; those of a bucket that have flowed back are gone. */
  boolean take(long cost, long now) {
    long usable = usable(now);
    if (usable < cost) {
      return false;
    }
    left = (bucket ? usable : left) - cost;
    return true;
  }

  /** Puts back what was taken and not used after all. */
  void putBack(long cost) {
    left += cost;
  }

  /** Whether little enough is left to ask for more. */
  boolean isLow(long now) {
    return usable(now) <= units / 3;
  }

  /** The units that were not used, or that have flowed back unused. */
  long left() {
    return left;
  }

  /** When the limit is whole again as far as the answer knew, by the local clock. */
  long resetAt() {
    return resetAt;
  }

  /**
   * The name under which the rest can be returned; null when there is none, or it is not to be.
   *
   * <p>A bucket's units are not: they flow back by themselves, and a refund would make all that was
   * charged later flow back sooner than its holders know. A fixed window that is over has forgotten
   * them; a sliding one still weighs them.
   */
  @Nullable String returnableAs(long now) {
    return left == 0 || (fixed && now >= endsAt) ? null : name;
  }

  /** The units that were used, once nobody can use any more. */
  long used() {
    return units - left;
  }

  /** Whether something else than the shared store has granted it. */
  boolean isDegraded() {
    return degraded;
  }
}
