package com.throttlex.distributed;

import com.throttlex.algorithm.Bucket;
import com.throttlex.algorithm.FixedWindow;
import com.throttlex.algorithm.Meter;
import com.throttlex.store.Charge;
import com.throttlex.store.Charges;

/**
 * What this node knows of a shared counter, and how many units it should lease next.
 *
 * <p><b>Chunk.</b> What is missing to one and a half slots of {@link Demand}, but no more than can
 * be used before the window ends, and no more than an even part of half of what is left, so that
 * the last units spread over all nodes; when that comes to less than {@link #WORTH} requests, there
 * is no lease and each is decided by the shared store.
 *
 * <p><b>Buckets.</b> What is leased flows back at the bucket's rate from the moment at which all
 * that was charged before has. So a chunk out of a bucket that is nearly whole is made large enough
 * to last as well. All nodes do so together: what one has charged makes the units of the next last
 * longer. As a bucket's units are not returned, a chunk is at most what flows back in a second, or
 * a hundredth of the burst.
 *
 * <p>Not thread-safe; guarded by its {@link Lease}.
 */
final class Supply {
  /** How many requests a lease has to be good for. */
  static final long WORTH = 8;

  private static final long LAST_NANOS = Demand.SLOT_NANOS * 3 / 2;
  private static final long REGAIN_NANOS = 1_000_000_000L;
  private static final long PAUSE_NANOS = 10_000_000L;

  private final boolean bucket;
  private final boolean fixed;
  private final long amount;
  private final long periodNanos;
  private final long capacity;

  private long remaining;
  private long knownAt;
  private long resetAt;
  private long windowEnd;
  private long backlogNanos;
  private long pausedUntil;
  private boolean degraded;

  Supply(Meter limit, long now) {
    bucket = limit instanceof Bucket;
    fixed = limit instanceof FixedWindow;
    amount = limit.rate().amount();
    periodNanos = limit.rate().period().nanos();
    capacity = limit.capacity();
    remaining = capacity;
    knownAt = now;
    resetAt = now;
    windowEnd = now;
    pausedUntil = now;
  }

  /** Whether a demand of that many units a slot is worth a lease. */
  static boolean isBusy(long demanded, long cost) {
    return demanded + demanded / 2 >= WORTH * cost;
  }

  /** Takes note of an answer to a question that was sent at that local time. */
  void learn(Charges answer, Charge charge, long sentAt) {
    long untilReset = Math.max(0, charge.resetAt() - answer.now());
    remaining = charge.remaining();
    knownAt = sentAt;
    resetAt = sentAt + untilReset;
    windowEnd = fixed ? resetAt : sentAt + untilReset % periodNanos;
    backlogNanos = charge.allowed() ? untilReset - nanosOf(charge.cost()) : untilReset;
    degraded = answer.isDegraded();
  }

  /** Takes note that a chunk was denied: for a moment, nothing is leased. */
  void pause(long now) {
    pausedUntil = now + PAUSE_NANOS;
  }

  /** Takes note that units were given back. */
  void returned(long units) {
    remaining = Math.min(capacity, remaining + units);
  }

  /** The units left when last heard of. */
  long remaining() {
    return remaining;
  }

  /**
   * How many units to lease for requests of that cost; 0 when it is not worth while.
   *
   * @param demanded the units of a slot
   * @param held the units that are here already
   */
  long chunk(long cost, long demanded, long held, int nodes, long now) {
    long worth = WORTH * cost;
    long chunk = demanded + demanded / 2 - held;
    if (degraded || now < pausedUntil || chunk < worth) {
      return 0;
    }
    chunk = bucket ? Math.max(chunk, unitsToLast(now)) : Math.min(chunk, inWindow(demanded, now));
    chunk = Math.min(chunk, most(now) / (2L * nodes));
    return chunk < worth ? 0 : chunk;
  }

  /** The units that a bucket must be charged with to be in use for a while from now. */
  private long unitsToLast(long now) {
    long inUseNanos = Math.max(backlogNanos, resetAt - now);
    return inUseNanos >= LAST_NANOS ? 0 : Math.min(regained(), unitsIn(LAST_NANOS - inUseNanos));
  }

  private long inWindow(long demanded, long now) {
    if (now >= windowEnd) {
      return Long.MAX_VALUE;
    }
    double slots = (double) (windowEnd - now) / Demand.SLOT_NANOS;
    return (long) (demanded * slots);
  }

  /** The most that may be spread over the nodes. */
  private long most(long now) {
    if (fixed) {
      return now < windowEnd ? remaining : capacity;
    }
    long expected = Math.min(capacity, remaining + unitsIn(Math.max(0, now - knownAt)));
    return bucket ? Math.min(expected, 2 * regained()) : expected;
  }

  private long regained() {
    return Math.max(unitsIn(REGAIN_NANOS), capacity / 100);
  }

  private long unitsIn(long nanos) {
    return (long) ((double) nanos * (double) amount / (double) periodNanos);
  }

  private long nanosOf(long units) {
    return (long) ((double) units * (double) periodNanos / (double) amount);
  }
}
