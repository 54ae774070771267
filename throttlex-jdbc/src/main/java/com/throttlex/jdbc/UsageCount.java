package com.throttlex.jdbc;

/**
 * The number of decisions of a rule since the last count.
 *
 * @param shadowDenied the number that it would have denied if it were enforced
 * @param delayed the number of allowed requests that had to wait
 */
public record UsageCount(String rule, long allowed, long denied, long shadowDenied, long delayed) {
  /** Returns the counts of both, under the name of this one. */
  public UsageCount plus(UsageCount other) {
    return new UsageCount(
        rule,
        allowed + other.allowed,
        denied + other.denied,
        shadowDenied + other.shadowDenied,
        delayed + other.delayed);
  }
}
