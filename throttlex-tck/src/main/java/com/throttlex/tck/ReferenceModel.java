package com.throttlex.tck;

import com.throttlex.algorithm.Limit;
import java.math.BigInteger;
import java.util.function.LongPredicate;

/**
 * One counter under one limit, computed naively: obviously right rather than fast.
 *
 * <p>A model says only whether a cost is admitted at a moment and how much is in use then. When it
 * would be admitted, and when everything has flowed back, is found by trying moments: with nothing
 * else charged, what is in use only shrinks, so halving an interval finds the first one.
 */
abstract class ReferenceModel {
  private final Limit limit;

  ReferenceModel(Limit limit) {
    this.limit = limit;
  }

  /** The state of a key never seen. */
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

  /** The answer to a cost, changing nothing. */
  final ChargeAnswer peek(long cost, long now, long maxDelay) {
    boolean allowed = admits(cost, now, maxDelay);
    return new ChargeAnswer(
        allowed,
        remaining(now),
        resetAt(now),
        allowed ? 0 : waitFor(cost, now, maxDelay),
        allowed && maxDelay > 0 ? delay(cost, now) : 0);
  }

  /** The answer to a cost, charged if it is admitted. */
  final ChargeAnswer charge(long cost, long now, long maxDelay) {
    ChargeAnswer judged = peek(cost, now, maxDelay);
    return judged.allowed() ? booked(judged, cost, now) : judged;
  }

  /** The answer once the cost is charged. */
  final ChargeAnswer booked(ChargeAnswer judged, long cost, long now) {
    book(cost, now);
    return new ChargeAnswer(true, remaining(now), resetAt(now), 0, judged.delayNanos());
  }

  abstract boolean admits(long cost, long at, long maxDelay);

  /** How long an admitted charge waits for its turn. */
  long delay(long cost, long at) {
    return 0;
  }

  /** The units in use at that time, rounded up. */
  abstract BigInteger used(long at);

  /** Charges, whether it fits or not. */
  abstract void book(long cost, long now);

  /** When a charge made now is booked. */
  abstract long bookedAt(long now);

  /** Corrects a charge booked at that time by delta units. */
  abstract void settle(long bookedAt, long delta, long now);

  /**
   * The state under another limit: the same if that counts alike, or else with the units in use.
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

  /** Takes the other's state as it is if it means the same here. */
  abstract boolean inherits(ReferenceModel other, long now);

  /** Begins with that many units in use. */
  abstract void carry(long used, long now);

  long remaining(long now) {
    BigInteger left = BigInteger.valueOf(limit.capacity()).subtract(used(now));
    return left.max(BigInteger.ZERO).longValueExact();
  }

  long resetAt(long now) {
    return first(now, at -> used(at).signum() == 0);
  }

  /** Whether this is as good as a key never seen. */
  boolean isWhole(long now) {
    return used(now).signum() == 0;
  }

  /** With a delay on offer, the wait is still the one for being admitted at once. */
  long waitFor(long cost, long now, long maxDelay) {
    return cost > limit.capacity() ? Limit.NEVER : first(now, at -> admits(cost, at, 0)) - now;
  }

  /** The first moment, not before the given one, from which on something holds. */
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
