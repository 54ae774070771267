package com.throttlex.tck;

import com.throttlex.algorithm.Algorithm;
import com.throttlex.algorithm.Limit;
import java.math.BigInteger;

/**
 * Token bucket, leaky bucket and GCRA on the bucket's own clock, in unbounded integers.
 *
 * <p>On that clock a unit refills in exactly {@code ⌊period / amount⌋} ticks; it is read rounded
 * down. State that is carried over or settled later is bounded at 2⁶¹ ticks, more than seventy
 * years.
 */
final class BucketModel extends ReferenceModel {
  private static final BigInteger FAR = BigInteger.TWO.pow(61);

  private final BigInteger period;
  private final BigInteger ticksPerPeriod;
  private final BigInteger unit;
  private final BigInteger capacity;
  private final boolean queue;
  private BigInteger wholeAt = BigInteger.ZERO;

  BucketModel(Limit limit) {
    super(limit);
    BigInteger amount = BigInteger.valueOf(limit.rate().amount());
    period = BigInteger.valueOf(limit.rate().period().nanos());
    unit = period.divide(amount);
    ticksPerPeriod = unit.multiply(amount);
    long burst = limit.rate().burst() == 0 ? limit.rate().amount() : limit.rate().burst();
    capacity = unit.multiply(BigInteger.valueOf(burst));
    queue = limit.algorithm() == Algorithm.LEAKY_BUCKET;
  }

  @Override
  boolean admits(long cost, long at, long maxDelay) {
    if (cost > limit().capacity()) {
      return false;
    }
    boolean inTime = delay(cost, at) <= maxDelay;
    if (queue) {
      return fits(cost, at) && (maxDelay == 0 || inTime);
    }
    return fits(cost, at) || (maxDelay > 0 && inTime);
  }

  private boolean fits(long cost, long at) {
    return inUse(at).add(ticks(cost)).compareTo(capacity) <= 0;
  }

  @Override
  long delay(long cost, long at) {
    if (queue) {
      return first(at, moment -> clock(moment).compareTo(wholeAt) >= 0) - at;
    }
    BigInteger turn = wholeAt.max(clock(at)).add(ticks(cost)).subtract(capacity);
    return fits(cost, at) ? 0 : first(at, moment -> clock(moment).compareTo(turn) >= 0) - at;
  }

  /** In a queue, both room and turn are needed. */
  @Override
  long waitFor(long cost, long now, long maxDelay) {
    boolean never = cost > limit().capacity();
    return queue && !never
        ? first(now, at -> admits(cost, at, maxDelay)) - now
        : super.waitFor(cost, now, maxDelay);
  }

  /** Counted from the time of a booking, so that a charge just made counts in full. */
  @Override
  BigInteger used(long at) {
    return up(wholeAt.subtract(clock(at)).max(BigInteger.ZERO), unit);
  }

  @Override
  boolean isWhole(long now) {
    return inUse(now).signum() == 0;
  }

  @Override
  long resetAt(long now) {
    return first(now, this::isWhole);
  }

  /** Whole units only: a part of a unit is not available yet. */
  @Override
  long remaining(long now) {
    return capacity.subtract(inUse(now)).max(BigInteger.ZERO).divide(unit).longValueExact();
  }

  @Override
  void book(long cost, long now) {
    wholeAt = wholeAt.max(clock(now)).add(ticks(cost));
  }

  @Override
  long bookedAt(long now) {
    return now;
  }

  /** Gives back the part of the charge that has not refilled yet, and never more than is in use. */
  @Override
  void settle(long bookedAt, long delta, long now) {
    if (delta >= 0) {
      BigInteger least = wholeAt.max(clock(now));
      wholeAt = least.add(bounded(delta)).min(clock(now).add(FAR)).max(least);
      return;
    }
    BigInteger age = clock(now).subtract(clock(bookedAt)).add(slackTick()).max(BigInteger.ZERO);
    BigInteger refund = bounded(-delta).subtract(age).min(inUse(now));
    wholeAt = wholeAt.subtract(refund.max(BigInteger.ZERO));
  }

  @Override
  boolean inherits(ReferenceModel other, long now) {
    boolean same =
        other instanceof BucketModel bucket
            && period.equals(bucket.period)
            && ticksPerPeriod.equals(bucket.ticksPerPeriod)
            && unit.equals(bucket.unit);
    if (same) {
      wholeAt = ((BucketModel) other).wholeAt;
    }
    return same;
  }

  @Override
  void carry(long used, long now) {
    if (used > 0) {
      wholeAt = clock(now).add(bounded(used));
    }
  }

  private BigInteger inUse(long at) {
    return wholeAt.subtract(clock(at)).max(BigInteger.ZERO);
  }

  private BigInteger ticks(long units) {
    return unit.multiply(BigInteger.valueOf(units));
  }

  private BigInteger bounded(long units) {
    return FAR.divide(unit).min(BigInteger.valueOf(units)).multiply(unit);
  }

  private BigInteger clock(long at) {
    return BigInteger.valueOf(at).multiply(ticksPerPeriod).divide(period);
  }

  /** Returns the largest error of reading the clock twice. */
  private BigInteger slackTick() {
    return period.equals(ticksPerPeriod) ? BigInteger.ZERO : BigInteger.ONE;
  }

  static BigInteger up(BigInteger dividend, BigInteger divisor) {
    return dividend.add(divisor).subtract(BigInteger.ONE).divide(divisor);
  }
}
