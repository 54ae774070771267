package com.throttlex.server.envoy;

/**
 * Max-min fair division of units.
 *
 * <p>Nobody gets more than it wants. What the units lately received and the new ones add up to is
 * made as equal as possible: the level rises like water, and a member leaves when its want is met.
 */
final class FairShares {
  private FairShares() {}

  /**
   * Divides units.
   *
   * @param wants the most units that each member can use
   * @param had the units that each member received lately
   * @param first the member that is the first to get one of the units that remain in the end
   */
  static long[] split(long units, long[] wants, long[] had, int first) {
    long level = level(units, wants, had);
    long[] shares = new long[wants.length];
    long rest = units;
    for (int i = 0; i < shares.length; i++) {
      shares[i] = share(level, wants[i], had[i]);
      rest -= shares[i];
    }
    for (int i = 0; i < shares.length && rest > 0; i++) {
      int at = (first + i) % shares.length;
      if (share(level + 1, wants[at], had[at]) > shares[at]) {
        shares[at]++;
        rest--;
      }
    }
    return shares;
  }

  /** Returns the highest level at which the shares add up to at most the units. */
  private static long level(long units, long[] wants, long[] had) {
    long low = 0;
    long high = 0;
    for (int i = 0; i < wants.length; i++) {
      high = Math.max(high, had[i] + wants[i]);
    }
    while (low < high) {
      long middle = low + (high - low + 1) / 2;
      if (sum(middle, wants, had) <= units) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    return low;
  }

  private static long sum(long level, long[] wants, long[] had) {
    long sum = 0;
    for (int i = 0; i < wants.length; i++) {
      sum += share(level, wants[i], had[i]);
    }
    return sum;
  }

  private static long share(long level, long want, long had) {
    return Math.max(0, Math.min(want, level - had));
  }
}
