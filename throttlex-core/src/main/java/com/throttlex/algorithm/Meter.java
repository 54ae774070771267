package com.throttlex.algorithm;

/**
 * A limit whose state is one non-negative word, so that a store can replace it in one atomic step.
 *
 * <p>Only {@link SlidingCounter} also looks at the word of the window before; for the others {@code
 * previous} is always 0. The word 0 is the state of a key never seen. Every method is a pure
 * function; time going back never gives units back.
 */
public abstract sealed class Meter extends Limit permits Bucket, FixedWindow, SlidingCounter {
  /** What {@link #charge} returns when the cost does not fit. */
  public static final long DENIED = -1;

  Meter(Algorithm algorithm, Rate rate) {
    super(algorithm, rate);
  }

  /**
   * The word after a charge, or {@link #DENIED}.
   *
   * @param maxDelay how many nanoseconds the caller is willing to wait after being admitted; only a
   *     bucket makes use of it
   */
  public abstract long charge(long word, long previous, long cost, long now, long maxDelay);

  /**
   * The word after a charge that is admitted only when more than its cost is free, or {@link
   * #DENIED}.
   */
  public final long charge(
      long word, long previous, long cost, long needed, long now, long maxDelay) {
    return needed != cost && charge(word, previous, needed, now, maxDelay) == DENIED
        ? DENIED
        : charge(word, previous, cost, now, maxDelay);
  }

  /** How many nanoseconds a charge that {@link #charge} admitted has to wait for its turn. */
  public long delay(long word, long cost, long now) {
    return 0;
  }

  /** The previous window's word once the state moves from {@code word} to {@code next}. */
  public long previousAfter(long word, long previous, long next) {
    return previous;
  }

  /** The units that are left, at least 0. */
  public abstract long remaining(long word, long previous, long now);

  /** When the limit is whole again if nothing more is charged; in nanoseconds, not before now. */
  public abstract long resetAt(long word, long previous, long now);

  /** Nanoseconds until the cost would be admitted if nothing else is charged, or NEVER. */
  public abstract long waitFor(long word, long previous, long cost, long now, long maxDelay);

  /** The units in use, rounded up; may be more than the capacity after a limit was lowered. */
  public abstract long used(long word, long previous, long now);

  /** The state of a key that has used that many units by now. */
  public abstract long wordOf(long used, long now);

  /** The time a charge made now is booked at. */
  public long bookedAt(long word, long now) {
    return now;
  }

  /**
   * The word after an earlier charge is corrected by delta units; a refund gives back no more than
   * what has not flowed back by itself.
   */
  public abstract long settle(long word, long previous, long bookedAt, long delta, long now);

  /** The previous window's word after the same correction. */
  public long settlePrevious(long word, long previous, long bookedAt, long delta, long now) {
    return previousAfter(word, previous, settle(word, previous, bookedAt, delta, now));
  }
}
