package com.throttlex.tck;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.algorithm.Algorithm;
import com.throttlex.algorithm.Limit;
import com.throttlex.algorithm.Meter;
import com.throttlex.algorithm.Rate;
import java.math.BigInteger;
import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * Compares the bucket's arithmetic with a bucket in exact fractions, without a clock of its own.
 *
 * <p>Both have the same admitted charges. The bucket must never deny a charge that the exact one
 * admits. A charge that it admits although the exact one denies must fit there less than one tick,
 * one to two nanoseconds, later.
 */
class PureBucketTest {
  private static final long START = StoreFixture.NOON;

  /** The units in use, as a fraction with the period as denominator. */
  private static final class PureBucket {
    private final BigInteger amount;
    private final BigInteger period;
    private final BigInteger capacity;
    private BigInteger inUse = BigInteger.ZERO;
    private long latest = START;

    PureBucket(Rate rate) {
      amount = BigInteger.valueOf(rate.amount());
      period = BigInteger.valueOf(rate.period().nanos());
      capacity = BigInteger.valueOf(rate.effectiveBurst()).multiply(period);
    }

    /** Returns the room that is left after the cost; negative if it does not fit. */
    BigInteger room(long cost, long now) {
      BigInteger flowedBack = amount.multiply(BigInteger.valueOf(now - latest));
      inUse = inUse.subtract(flowedBack).max(BigInteger.ZERO);
      latest = now;
      return capacity.subtract(inUse).subtract(period.multiply(BigInteger.valueOf(cost)));
    }

    void charge(long cost) {
      inUse = inUse.add(period.multiply(BigInteger.valueOf(cost)));
    }

    /**
     * Returns whether the room is less than a tick, of which one unit takes {@code ⌊period /
     * amount⌋}.
     */
    boolean isLessThanATick(BigInteger room) {
      return room.multiply(period.divide(amount)).compareTo(period) < 0;
    }
  }

  @Test
  void bucket_atAnyRate_deniesNothingThatThePureOneAdmitsAndIsEarlyByLessThanATick() {
    Random random = new Random(5);
    long denied = 0;
    long lent = 0;
    for (int round = 0; round < 2000; round++) {
      Rate rate = rate(random);
      Meter meter = (Meter) Limit.of(Algorithm.TOKEN_BUCKET, rate);
      PureBucket pure = new PureBucket(rate);
      long word = 0;
      long now = START;
      for (int i = 0; i < 200; i++) {
        now += step(random, rate);
        long cost = 1 + random.nextLong(random.nextInt(4) == 0 ? rate.effectiveBurst() : 1);
        BigInteger room = pure.room(cost, now);
        long after = meter.charge(word, 0, cost, now, 0);
        if (after == Meter.DENIED) {
          denied++;
          assertThat(room).as("room at %s for %s", rate, cost).isNegative();
        } else {
          lent += room.signum() < 0 ? 1 : 0;
          assertThat(room.negate())
              .as("missing at %s for an admitted %s", rate, cost)
              .matches(pure::isLessThanATick);
          pure.charge(cost);
          word = after;
        }
      }
    }
    assertThat(denied).isGreaterThan(10_000);
    assertThat(lent).as("admissions by rounding").isPositive();
  }

  private static Rate rate(Random random) {
    long period = 1_000_000L + random.nextLong(random.nextBoolean() ? 10_000L : 100_000_000_000L);
    long amount = 1 + random.nextLong(random.nextBoolean() ? 20 : period);
    return Rate.of(amount, Duration.ofNanos(period)).withBurst(1 + random.nextInt(30));
  }

  /** None, a few nanoseconds, about a unit, or several. */
  private static long step(Random random, Rate rate) {
    long unit = rate.period().nanos() / rate.amount();
    return switch (random.nextInt(6)) {
      case 0, 1 -> 0;
      case 2 -> random.nextInt(4);
      case 3 -> unit + random.nextInt(3) - 1;
      case 4 -> random.nextLong(unit + 1);
      default -> random.nextLong(10 * unit + 1);
    };
  }
}
