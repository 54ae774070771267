package com.throttlex.algorithm;

import java.util.Objects;

/**
 * A {@link Rate} in the form in which one {@link Algorithm} computes.
 *
 * <p>Two limits are equal if rate and algorithm are. The state of a limit is either one word
 * ({@link Meter}) or a log of charges ({@link SlidingLog}).
 */
public abstract sealed class Limit permits Meter, SlidingLog {
  /** The wait for a cost that is larger than the limit will ever allow. */
  public static final long NEVER = Long.MAX_VALUE;

  private final Algorithm algorithm;
  private final Rate rate;
  private final int hash;

  Limit(Algorithm algorithm, Rate rate) {
    this.algorithm = algorithm;
    this.rate = rate;
    this.hash = Objects.hash(algorithm, rate);
  }

  /**
   * Creates the limit. A calendar period always counts in fixed calendar windows, whatever the
   * algorithm.
   *
   * @throws IllegalArgumentException if algorithm and rate do not go together
   */
  public static Limit of(Algorithm algorithm, Rate rate) {
    if (rate.burst() != 0 && !algorithm.hasBurst()) {
      throw new IllegalArgumentException(
          "burst: " + rate.burst() + " (expected: none, as " + algorithm + " has no burst)");
    }
    if (rate.burst() != 0 && rate.period().calendar() != null) {
      throw new IllegalArgumentException(
          "burst: " + rate.burst() + " (expected: none, as a calendar window has no burst)");
    }
    if (rate.period().calendar() != null && algorithm != Algorithm.CONCURRENCY) {
      return new FixedWindow(rate);
    }
    return switch (algorithm) {
      case TOKEN_BUCKET, LEAKY_BUCKET, GCRA -> new Bucket(algorithm, rate);
      case FIXED_WINDOW -> new FixedWindow(rate);
      case SLIDING_WINDOW_COUNTER -> new SlidingCounter(rate);
      case SLIDING_WINDOW_LOG, CONCURRENCY -> new SlidingLog(algorithm, rate);
    };
  }

  /** Returns the local share of one of that many nodes: rounded down, and at least 1. */
  public final Limit share(int nodes) {
    if (nodes < 1) {
      throw new IllegalArgumentException("nodes: " + nodes + " (expected: at least 1)");
    }
    if (nodes == 1) {
      return this;
    }
    Limit share = withAmount(Math.max(1, rate.amount() / nodes));
    long burst = Math.min(share.rate.burst(), Math.max(1, rate.burst() / nodes));
    return rate.burst() == 0 ? share : of(algorithm, share.rate.withBurst(burst));
  }

  /**
   * Returns this limit with another amount, and a burst that fills in no more time than its own.
   */
  public final Limit withAmount(long amount) {
    long asQuick = MulDiv.floor(rate.burst(), amount, rate.amount());
    long burst = rate.burst() == 0 ? 0 : Math.max(1, asQuick);
    return of(algorithm, new Rate(amount, rate.period(), burst));
  }

  /** Returns the algorithm. */
  public final Algorithm algorithm() {
    return algorithm;
  }

  /** Returns the rate. */
  public final Rate rate() {
    return rate;
  }

  /** Returns the most units that can be used up at one moment: the number reported as the limit. */
  public abstract long capacity();

  /** Returns whether state kept under the other limit means the same under this one. */
  public abstract boolean sharesStateWith(Limit other);

  @Override
  public final boolean equals(Object o) {
    return o == this
        || (o instanceof Limit other && algorithm == other.algorithm && rate.equals(other.rate));
  }

  @Override
  public final int hashCode() {
    return hash;
  }

  @Override
  public final String toString() {
    return rate + " " + algorithm;
  }
}
