package com.throttlex.store;

/**
 * The settings of a rule that are the same for all its charges.
 *
 * @param shadow whether a denial is only reported
 * @param maxDelayNanos the longest delay that the caller accepts when admitted
 * @param sync where charges are decided when several nodes share a store
 * @param onFailure how charges are decided while the store is unavailable
 * @param share per cent of the limit that the charges may use up; the rest is kept for others
 */
public record Terms(
    boolean shadow, long maxDelayNanos, Sync sync, FailureMode onFailure, int share) {
  /** The share of charges that may use the whole limit. */
  public static final int WHOLE = 100;

  /** The terms of a rule with default settings. */
  public static final Terms PLAIN = new Terms(false, 0, Sync.STRICT, FailureMode.LOCAL, WHOLE);

  /** Creates terms of charges that may use the whole limit. */
  public Terms(boolean shadow, long maxDelayNanos, Sync sync, FailureMode onFailure) {
    this(shadow, maxDelayNanos, sync, onFailure, WHOLE);
  }

  /**
   * Returns the units of a limit of that capacity that may be used up: rounded down, but at least 1
   * unless the share is 0.
   */
  public long shareOf(long capacity) {
    return share == WHOLE ? capacity : Math.max(share == 0 ? 0 : 1, capacity * share / WHOLE);
  }
}
