package com.throttlex.tck;

import com.throttlex.algorithm.Limit;
import java.math.BigInteger;
import java.util.function.LongPredicate;

/**
 * One counter under one limit, computed naively: obviously right rather than fast.
 *
 * <p>A model computes only whether a cost is admitted at a time, and how much is in use then. The
 * time from which it would be admitted, or at which the counter is full, is found by trying times.
 * Without further charges, the units in use only shrink, so halving an interval finds the first
 * such time.
 */
abstract class ReferenceModel {
  private final Limit limit;

  ReferenceModel(Limit limit) {
    this.limit = limit;
  }

  /** Returns the state of a new key. */
  static ReferenceModel of(Limit limit) {
    if (limit.rate().period().calendar() != null) {
      return new WindowModel(limit);
    }
    return switch (limit.algorithm()) {
      case TOKEN_BUCKET, LEAKY_BUCKET, GCRA -> new BucketModel(limit);
      case FIXED_WINDOW -> new WindowModel(limit);
      case SLIDING_WINDOW_COUNTER -> new CounterModel(limit);
      case SLIDING_WINDOW_LOG, CONCURRENCY -> new LogModel(limit);
    };
  }

  final Limit limit() {
    return limit;
  }

  /** Returns the answer to a cost, and changes nothing. */
  final ChargeAnswer peek(long cost, long now, long maxDelay) {
    boolean allowed = admits(cost, now, maxDelay);
    return new ChargeAnswer(
        allowed,
        remaining(now),
        resetAt(now),
        allowed ? 0 : waitFor(cost, now, maxDelay),
        allowed && maxDelay > 0 ? delay(cost, now) : 0);
  }

  /** Returns the answer to a cost, and charges it if it is admitted. */
  final ChargeAnswer charge(long cost, long now, long maxDelay) {
    ChargeAnswer judged = peek(cost, now, maxDelay);
    return judged.allowed() ? booked(judged, cost, now) : judged;
  }

  /** Returns the answer after the cost is charged. */
  final ChargeAnswer booked(ChargeAnswer judged, long cost, long now) {
    book(cost, now);
    return new ChargeAnswer(true, remaining(now), resetAt(now), 0, judged.delayNanos());
  }

  abstract boolean admits(long cost, long at, long maxDelay);

  /** Returns how long an admitted charge waits for its turn. */
  long delay(long cost, long at) {
    return 0;
  }

  /** Returns the units in use at that time, rounded up. */
  abstract BigInteger used(long at);

  /** Charges, even if it does not fit. */
  abstract void book(long cost, long now);

  /** Returns the time at which a charge made now is booked. */
  abstract long bookedAt(long now);

  /** Corrects a charge that was booked at that time by delta units. */
  abstract void settle(long bookedAt, long delta, long now);

  /**
   * Returns the state under another limit: the same if that limit counts in the same way, or else
   * the units in use.
   */
  final ReferenceModel under(Limit other, long now) {
    if (other.equals(limit)) {
      return this;
    }
    ReferenceModel model = of(other);
    if (!model.inherits(this, now)) {
      model.carry(used(now).longValueExact(), now);
    }
    return model;
  }

  /** Copies the other's state if it means the same here; returns whether it did. */
  abstract boolean inherits(ReferenceModel other, long now);

  /** Starts with that many units in use. */
  abstract void carry(long used, long now);

  long remaining(long now) {
    BigInteger left = BigInteger.valueOf(limit.capacity()).subtract(used(now));
    return left.max(BigInteger.ZERO).longValueExact();
  }

  long resetAt(long now) {
    return first(now, at -> used(at).signum() == 0);
  }

  /** Returns whether the counter is full, like that of a new key. */
  boolean isWhole(long now) {
    return used(now).signum() == 0;
  }

  /** Returns the wait for being admitted at once, even if a delay is possible. */
  long waitFor(long cost, long now, long maxDelay) {
    return cost > limit.capacity() ? Limit.NEVER : first(now, at -> admits(cost, at, 0)) - now;
  }

  /** Returns the first time, not before the given one, from which a condition holds. */
  static long first(long from, LongPredicate holds) {
    if (holds.test(from)) {
      return from;
    }
    long before = from;
    long step = 1;
    while (!holds.test(before + step)) {
      before += step;
      step = Math.multiplyExact(step, 2);
    }
    long after = before + step;
    while (after - before > 1) {
      long middle = before + (after - before) / 2;
      if (holds.test(middle)) {
        after = middle;
      } else {
        before = middle;
      }
    }
    return after;
  }
}
