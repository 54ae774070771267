package com.throttlex.replay.suggest;

/**
 * The test of a rule with keys that were held out.
 *
 * @param keys the usual keys
 * @param denied the usual keys with a denied request
 * @param apart the keys that stand apart
 * @param apartDenied those of them with a denied request
 */
public record HeldOutResult(long keys, long denied, long apart, long apartDenied) {
  /** Returns the share of usual keys that were denied. */
  public double share() {
    return keys == 0 ? 0 : (double) denied / keys;
  }
}
