package com.throttlex.shared;

import com.throttlex.algorithm.Bucket;
import com.throttlex.algorithm.FixedWindow;
import com.throttlex.algorithm.Meter;
import com.throttlex.store.ChargeVerdict;
import com.throttlex.store.Verdicts;

/**
 * The last known state of a shared counter, and the computation of the next chunk.
 *
 * <p><b>Chunk.</b> The units missing to one and a half slots of {@link Demand}. It is at most what
 * can be used before the window ends, and at most an even part of half of the remaining units, so
 * that the last units spread over all nodes. If this is less than {@link #WORTH} requests, there is
 * no lease, and the shared store decides each request.
 *
 * <p><b>Buckets.</b> Leased units flow back at the bucket's rate, after all units charged before
 * them. So a chunk from a nearly full bucket is made large enough to last as well. All nodes do so
 * together: the charges of one node make the units of the next last longer. The units of a bucket
 * are not returned, so a chunk is at most the refill of a second, or a hundredth of the burst.
 *
 * <p>Not thread-safe; guarded by its {@link Lease}.
 */
final class Supply {
  /** The number of requests for which a lease must last. */
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

  /** Returns whether a demand of that many units per slot is worth a lease. */
  static boolean isBusy(long demanded, long cost) {
    return demanded + demanded / 2 >= WORTH * cost;
  }

  /** Records the answer to a request that was sent at that local time. */
  void learn(Verdicts answer, ChargeVerdict verdict, long sentAt) {
    long untilReset = Math.max(0, verdict.resetAt() - answer.now());
    remaining = verdict.remaining();
    knownAt = sentAt;
    resetAt = sentAt + untilReset;
    windowEnd = fixed ? resetAt : sentAt + untilReset % periodNanos;
    long charged = verdict.allowed() ? nanosOf(verdict.charge().cost()) : 0;
    backlogNanos = untilReset - charged;
    degraded = answer.isDegraded();
  }

  /** Records that a chunk was denied: nothing is leased for a short time. */
  void pause(long now) {
    pausedUntil = now + PAUSE_NANOS;
  }

  /** Records that units were given back. */
  void returned(long units) {
    remaining = Math.min(capacity, remaining + units);
  }

  /** Returns the remaining units of the last answer. */
  long remaining() {
    return remaining;
  }

  /**
   * Returns how many units to lease for requests of that cost; 0 if a lease is not worthwhile.
   *
   * @param demanded the units per slot
   * @param held the units that this node already holds
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

  /** Returns the units that a bucket must be charged with to be in use for a while from now. */
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

  /** Returns the most units that may be spread over the nodes. */
  private long most(long now) {
    if (fixed) {
      return now < windowEnd ? remaining : capacity;
    }
    long expected = Math.min(capacity, remaining + unitsIn(Math.max(0, now - knownAt)));
    return bucket ? Math.min(expected, 2 * regained()) : expected;
  }

  /** Returns the most units that a node can hold: two chunks. */
  long mostHeld() {
    return bucket ? Math.min(capacity, 2 * regained()) : capacity;
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
