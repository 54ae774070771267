package com.throttlex.algorithm;

import java.math.BigInteger;
import java.time.Duration;

/**
 * Token bucket, leaky bucket and GCRA: one arithmetic on one timestamp.
 *
 * <p><b>State.</b> The time at which the bucket is full again (GCRA's "theoretical arrival time").
 * The units in use are the time between now and then. A charge moves that time on by {@code cost ×
 * unit}; the charge fits if it stays within {@code burst × unit} from now.
 *
 * <p><b>Exactness.</b> {@code unit = period / amount} need not be an integer, and rounding errors
 * would add up. So the bucket has its own clock, on which a unit takes exactly {@code ⌊period /
 * amount⌋} ticks: with {@code slack = period mod amount}, {@code ticks(t) = t·(period − slack) /
 * period}. Only reading that clock rounds, down to a whole tick, and the errors do not add up. A
 * tick is one to two nanoseconds; if the amount divides the period, the two clocks are the same.
 *
 * <p><b>Bound.</b> In any time W at most {@code burst + amount·W/period} units are admitted, where
 * W is taken one tick longer if the amount does not divide the period.
 *
 * <p><b>Queue.</b> With a {@code maxDelay}, a token bucket or GCRA admits now what will fit within
 * that delay. A leaky bucket is then a queue: every request waits until those before it have leaked
 * out, and the burst is the length of the queue.
 */
public final class Bucket extends Meter {
  private static final long FAR = 1L << 61;

  private final long period;
  private final long unit;
  private final long slack;
  private final long capacity;
  private final long capacityTicks;
  private final boolean queue;

  Bucket(Algorithm algorithm, Rate rate) {
    super(algorithm, rate);
    period = rate.period().nanos();
    unit = period / rate.amount();
    slack = period % rate.amount();
    capacity = rate.effectiveBurst();
    capacityTicks = requireFillable(rate, unit);
    queue = algorithm == Algorithm.LEAKY_BUCKET;
  }

  private static long requireFillable(Rate rate, long unit) {
    BigInteger ticks = BigInteger.valueOf(rate.effectiveBurst()).multiply(BigInteger.valueOf(unit));
    if (ticks.compareTo(BigInteger.valueOf(Period.LONGEST.toNanos())) > 0) {
      throw new IllegalArgumentException(
          "burst: "
              + rate.effectiveBurst()
              + " (expected: one that "
              + rate
              + " fills within 18250d, not in "
              + ticks.divide(BigInteger.valueOf(Duration.ofDays(1).toNanos()))
              + "d)");
    }
    return ticks.longValueExact();
  }

  @Override
  public long charge(long word, long previous, long cost, long now, long maxDelay) {
    if (cost > capacity) {
      return DENIED;
    }
    long charged = cost * unit;
    boolean fits = inUse(word, now) + charged <= capacityTicks;
    if (maxDelay > 0 && (queue ? fits : !fits)) {
      fits = delay(word, cost, now) <= maxDelay;
    }
    return fits ? Math.max(word, ticks(now)) + charged : DENIED;
  }

  @Override
  public long delay(long word, long cost, long now) {
    long room = queue ? 0 : capacityTicks - cost * unit;
    return inUse(word, now) <= room ? 0 : nanos(Math.max(word, ticks(now)) - room) - now;
  }

  @Override
  public long remaining(long word, long previous, long now) {
    return Math.max(0, capacityTicks - inUse(word, now)) / unit;
  }

  @Override
  public long resetAt(long word, long previous, long now) {
    return Math.max(now, nanos(word));
  }

  @Override
  public long waitFor(long word, long previous, long cost, long now, long maxDelay) {
    if (cost > capacity) {
      return NEVER;
    }
    long untilRoom = nanos(word + cost * unit - capacityTicks) - now;
    long untilTurn = queue && maxDelay > 0 ? nanos(word) - now - maxDelay : 0;
    return Math.max(0, Math.max(untilRoom, untilTurn));
  }

  @Override
  public long used(long word, long previous, long now) {
    return (inUse(word, now) + unit - 1) / unit;
  }

  @Override
  public long wordOf(long used, long now) {
    return used == 0 ? 0 : ticks(now) + ticksOf(used);
  }

  @Override
  public long settle(long word, long previous, long bookedAt, long delta, long now) {
    long ticks = ticksOf(Math.abs(delta));
    if (delta >= 0) {
      long whole = Math.max(word, ticks(now));
      return Math.max(whole, Math.min(whole + ticks, ticks(now) + FAR));
    }
    long flowedBack = Math.max(0, ticks(now) - ticks(bookedAt) + (slack == 0 ? 0 : 1));
    return word - Math.max(0, Math.min(ticks - flowedBack, inUse(word, now)));
  }

  @Override
  public long capacity() {
    return capacity;
  }

  /** Returns whether the bucket's clock is the plain one, because the amount divides the period. */
  public boolean isOnPlainClock() {
    return slack == 0;
  }

  /** Returns how many ticks a unit takes. */
  public long unit() {
    return unit;
  }

  @Override
  public boolean sharesStateWith(Limit other) {
    return other instanceof Bucket bucket
        && period == bucket.period
        && rate().amount() == bucket.rate().amount();
  }

  private long ticksOf(long units) {
    return Math.min(units, FAR / unit) * unit;
  }

  private long inUse(long word, long now) {
    return Math.max(0, word - ticks(now));
  }

  private long ticks(long now) {
    return slack == 0 ? now : now - MulDiv.ceil(now, slack, period);
  }

  /** Returns the first moment at which the bucket's clock shows the ticks. */
  private long nanos(long ticks) {
    return slack == 0 || ticks <= 0 ? ticks : ticks + MulDiv.ceil(ticks, slack, period - slack);
  }
}
