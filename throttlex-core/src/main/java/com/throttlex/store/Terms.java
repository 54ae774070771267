package com.throttlex.store;

/**
 * What a rule says about all its charges.
 *
 * @param shadow whether a denial is only reported
 * @param maxDelayNanos how long the caller would wait after being admitted
 * @param sync where they are decided when several nodes share a store
 * @param onFailure what holds while the store cannot decide
 */
public record Terms(boolean shadow, long maxDelayNanos, Sync sync, FailureMode onFailure) {
  /** The terms of a rule that says nothing special. */
  public static final Terms PLAIN = new Terms(false, 0, Sync.STRICT, FailureMode.LOCAL);
}
