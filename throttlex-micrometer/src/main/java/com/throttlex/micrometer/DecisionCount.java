package com.throttlex.micrometer;

/**
 * The decisions of one rule since the start.
 *
 * @param allowed allowed requests for which this rule had the least remaining
 * @param blocked requests that it denied
 * @param shadowBlocked requests that it would have denied if it were enforced
 * @param delayed those of the allowed requests that had to wait first
 */
public record DecisionCount(long allowed, long blocked, long shadowBlocked, long delayed) {
  /** No decisions. */
  public static final DecisionCount ZERO = new DecisionCount(0, 0, 0, 0);

  DecisionCount plus(RuleCounts counts) {
    return new DecisionCount(
        allowed + counts.allowed.sum(),
        blocked + counts.blocked.sum(),
        shadowBlocked + counts.shadowBlocked.sum(),
        delayed + counts.delayed.sum());
  }

  /** Returns the difference to an earlier count. */
  public DecisionCount minus(DecisionCount earlier) {
    return new DecisionCount(
        allowed - earlier.allowed,
        blocked - earlier.blocked,
        shadowBlocked - earlier.shadowBlocked,
        delayed - earlier.delayed);
  }
}
