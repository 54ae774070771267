package com.throttlex.benchmarks.store;

import com.throttlex.algorithm.Algorithm;
import com.throttlex.algorithm.Limit;
import com.throttlex.algorithm.Rate;
import io.github.bucket4j.BucketConfiguration;
import java.time.Duration;

/**
 * A workload: one unit of each key in turn, each with its own token bucket.
 *
 * @param keys the number of keys
 * @param underWay the number of decisions in flight at any time
 * @param amount the capacity of each bucket, which refills once in the period
 */
public record Workload(String name, int keys, int underWay, long amount, Duration period) {
  private static final int MANY = 10_000;
  private static final int BUSY = 128;

  /** A limit that never denies; a unit refills in a microsecond. */
  private static final Rate GENEROUS = Rate.of(60_000_000, Duration.ofMinutes(1));

  /** So many keys that each is used rarely. */
  public static final Workload MANY_KEYS = generous("10,000 keys", MANY, BUSY);

  /** Each key is used often enough to be leased; of 10,000 keys that share the load none is. */
  public static final Workload BUSY_KEYS = generous("100 busy keys", 100, BUSY);

  /** One key that all callers use. */
  public static final Workload HOT_KEY = generous("one hot key", 1, BUSY);

  /** One decision at a time. */
  public static final Workload ONE_BY_ONE =
      generous("1,000 keys, one decision at a time", 1_000, 1);

  /** Many keys whose buckets are soon drained. */
  public static final Workload MANY_DENIED =
      new Workload("10,000 keys, most denied", MANY, BUSY, 3, Duration.ofDays(1));

  /** One key whose bucket is soon drained. */
  public static final Workload HOT_DENIED =
      new Workload("one hot key, most denied", 1, BUSY, 10_000, Duration.ofDays(1));

  private static Workload generous(String name, int keys, int underWay) {
    return new Workload(
        name, keys, underWay, GENEROUS.amount(), Duration.ofNanos(GENEROUS.period().nanos()));
  }

  /** Returns the limit for ThrottleX. */
  public Limit limit() {
    return Limit.of(Algorithm.TOKEN_BUCKET, Rate.of(amount, period));
  }

  /** Returns the limit for Bucket4j. */
  public BucketConfiguration bucket() {
    return BucketConfiguration.builder()
        .addLimit(limit -> limit.capacity(amount).refillGreedy(amount, period))
        .build();
  }

  /** Returns the most units that all keys together may admit in that time. */
  public double bound(double seconds) {
    double refilled = amount * seconds / period.toSeconds();
    return keys * (amount + refilled);
  }

  /** Returns the name. */
  @Override
  public String toString() {
    return name;
  }
}
