package com.throttlex.algorithm;

/**
 * A limit whose state is one non-negative word, so that a store can replace it in one atomic step.
 *
 * <p>Only {@link SlidingCounter} also reads the word of the previous window; for the others {@code
 * previous} is always 0. The word 0 is the state of a new key. Every method is a pure function.
 * When the clock goes back, no units become free.
 */
public abstract sealed class Meter extends Limit permits Bucket, FixedWindow, SlidingCounter {
  /** The result of {@link #charge} when the cost does not fit. */
  public static final long DENIED = -1;

  Meter(Algorithm algorithm, Rate rate) {
    super(algorithm, rate);
  }

  /**
   * Returns the word after a charge, or {@link #DENIED}.
   *
   * @param maxDelay the longest delay in nanoseconds that the caller accepts when admitted; only a
   *     bucket uses it
   */
  public abstract long charge(long word, long previous, long cost, long now, long maxDelay);

  /**
   * Returns the word after a charge that is admitted only if more than its cost is free, or {@link
   * #DENIED}.
   */
  public final long charge(
      long word, long previous, long cost, long needed, long now, long maxDelay) {
    return needed != cost && charge(word, previous, needed, now, maxDelay) == DENIED
        ? DENIED
        : charge(word, previous, cost, now, maxDelay);
  }

  /** Returns how many nanoseconds a charge that {@link #charge} admitted has to wait. */
  public long delay(long word, long cost, long now) {
    return 0;
  }

  /** Returns the previous window's word after the state moves from {@code word} to {@code next}. */
  public long previousAfter(long word, long previous, long next) {
    return previous;
  }

  /** Returns the units that are left, at least 0. */
  public abstract long remaining(long word, long previous, long now);

  /**
   * Returns when the counter is full again if nothing more is charged, in nanoseconds, not before
   * now.
   */
  public abstract long resetAt(long word, long previous, long now);

  /** Returns the nanoseconds until the cost fits if nothing else is charged, or {@link #NEVER}. */
  public abstract long waitFor(long word, long previous, long cost, long now, long maxDelay);

  /** Returns the units in use, rounded up; may exceed the capacity after a limit was lowered. */
  public abstract long used(long word, long previous, long now);

  /** Returns the state of a key that has used that many units by now. */
  public abstract long wordOf(long used, long now);

  /** Returns the time at which a charge made now is recorded. */
  public long bookedAt(long word, long now) {
    return now;
  }

  /**
   * Returns the word after an earlier charge is corrected by delta units. A refund gives back only
   * units that have not become free in the meantime.
   */
  public abstract long settle(long word, long previous, long bookedAt, long delta, long now);

  /** Returns the previous window's word after the same correction. */
  public long settlePrevious(long word, long previous, long bookedAt, long delta, long now) {
    return previousAfter(word, previous, settle(word, previous, bookedAt, delta, now));
  }
}
