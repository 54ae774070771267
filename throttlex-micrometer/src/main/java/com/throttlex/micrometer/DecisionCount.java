package com.throttlex.micrometer;

/**
 * What was decided by one rule since the start.
 *
 * @param allowed requests that passed and of which this rule had the least left
 * @param blocked requests that it denied
 * @param shadowBlocked requests that it would have denied, were it not in shadow mode
 */
public record DecisionCount(long allowed, long blocked, long shadowBlocked) {
  static final DecisionCount ZERO = new DecisionCount(0, 0, 0);

  DecisionCount plus(RuleCounts counts) {
    return new DecisionCount(
        allowed + counts.allowed.sum(),
        blocked + counts.blocked.sum(),
        shadowBlocked + counts.shadowBlocked.sum());
  }

  /** What was decided since an earlier count. */
  public DecisionCount minus(DecisionCount earlier) {
    return new DecisionCount(
        allowed - earlier.allowed,
        blocked - earlier.blocked,
        shadowBlocked - earlier.shadowBlocked);
  }
}
