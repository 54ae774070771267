package com.throttlex.redis;

import com.throttlex.algorithm.Limit;
import com.throttlex.algorithm.LimitText;
import com.throttlex.store.Charge;
import com.throttlex.store.Terms;

/**
 * The terms that many charges of a batch have in common.
 *
 * @param limit the limit of the charges
 * @param cost their cost, at most one unit more than ever fits
 * @param kept the units of the limit that they must leave to other priority classes
 * @param share the per cent of the limit that they may use up
 * @param maxDelay the longest delay, in nanoseconds
 */
record ChargeTerms(Limit limit, long cost, long kept, int share, long maxDelay) {
  static ChargeTerms of(Charge charge) {
    long capacity = charge.limit().capacity();
    return new ChargeTerms(
        charge.limit(),
        Math.min(charge.cost(), capacity + 1),
        capacity - charge.capacity(),
        charge.terms().share(),
        charge.maxDelay());
  }

  /**
   * Returns the text that {@code decide.lua} reads; for a calendar limit, with the edges of the
   * windows around that time.
   */
  String text(long now) {
    String edges = CalendarEdges.of(limit, now);
    return edges == null ? text() : text() + ' ' + edges;
  }

  /**
   * Returns the limit, the cost and the delay; below a share of 100, also the kept units and the
   * share.
   */
  String text() {
    String units = share == Terms.WHOLE ? "" + cost : cost + "+" + kept + "/" + share;
    return LimitText.of(limit) + ' ' + units + ' ' + maxDelay;
  }
}
