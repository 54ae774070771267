package com.throttlex.shared;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The units that this node and the shared store count differently, and their bounds.
 *
 * @param leased the units of this node's leases that are not used yet; the store counts them as
 *     used
 * @param leasedBound the most that these leases can hold
 * @param unreconciled the units that this node admitted in fallback and that the store does not
 *     have yet
 * @param unreconciledBound the sum of the local shares of their counters
 */
public record Discrepancy(
    long leased, long leasedBound, long unreconciled, long unreconciledBound) {
  /** Counts that agree. */
  public static final Discrepancy NONE = new Discrepancy(0, 0, 0, 0);

  /** Returns the sum of two, for a node with several stores. */
  public Discrepancy plus(Discrepancy other) {
    return new Discrepancy(
        sum(leased, other.leased),
        sum(leasedBound, other.leasedBound),
        sum(unreconciled, other.unreconciled),
        sum(unreconciledBound, other.unreconciledBound));
  }

  /** Returns the numbers by names that users read. */
  public Map<String, Object> details() {
    Map<String, Object> details = new LinkedHashMap<>();
    details.put("leased", leased);
    details.put("leasedBound", leasedBound);
    details.put("unreconciled", unreconciled);
    details.put("unreconciledBound", unreconciledBound);
    return details;
  }

  /** Returns the sum of numbers that are not negative, or the largest number. */
  static long sum(long a, long b) {
    return a > Long.MAX_VALUE - b ? Long.MAX_VALUE : a + b;
  }
}
