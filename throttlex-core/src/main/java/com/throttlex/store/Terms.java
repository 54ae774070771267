package com.throttlex.store;

/**
 * What a rule says about all its charges.
 *
 * @param shadow whether a denial is only reported
 * @param maxDelayNanos how long the caller would wait after being admitted
 * @param sync where they are decided when several nodes share a store
 * @param onFailure what holds while the store cannot decide
 * @param share per cent of the limit that they may use up; the rest is kept for others
 */
public record Terms(
    boolean shadow, long maxDelayNanos, Sync sync, FailureMode onFailure, int share) {
  /** All of the limit. */
  public static final int WHOLE = 100;

  /** The terms of a rule that says nothing special. */
  public static final Terms PLAIN = new Terms(false, 0, Sync.STRICT, FailureMode.LOCAL, WHOLE);

  /** Terms of charges that may use up all of the limit. */
  public Terms(boolean shadow, long maxDelayNanos, Sync sync, FailureMode onFailure) {
    this(shadow, maxDelayNanos, sync, onFailure, WHOLE);
  }

  /** The units of a limit of that capacity that may be used up: rounded down, but some if any. */
  public long shareOf(long capacity) {
    return share == WHOLE ? capacity : Math.max(share == 0 ? 0 : 1, capacity * share / WHOLE);
  }
}
