package com.throttlex;

/**
 * The block of a key under a rule: how close it is, or when it ends.
 *
 * @param strikes the denials that count towards the next block
 * @param after the number of denials that begins a block
 * @param endsAtNanos when the block ends, in nanoseconds since the epoch; 0 if the key is not
 *     blocked
 */
public record BlockStatus(long strikes, long after, long endsAtNanos) {
  /** Returns whether the key is blocked now. */
  public boolean blocked() {
    return endsAtNanos > 0;
  }

  /** The time at which the block ends, in Unix seconds, rounded up; 0 if the key is not blocked. */
  public long endsAt() {
    return Decision.secondsUp(endsAtNanos);
  }
}
