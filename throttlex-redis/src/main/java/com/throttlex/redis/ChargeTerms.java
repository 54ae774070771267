package com.throttlex.redis;

import com.throttlex.algorithm.Limit;
import com.throttlex.algorithm.LimitText;
import com.throttlex.store.Charge;
import com.throttlex.store.Terms;

/**
 * What many charges of a batch have in common.
 *
 * @param limit what they are held against
 * @param cost what they cost, at most one unit more than ever fits
 * @param kept the units of the limit that they have to leave to others
 * @param share per cent of the limit that they may use up
 * @param maxDelay how long they may be delayed, in nanoseconds
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
   * As {@code decide.lua} reads it; a calendar limit with the edges of windows around that time.
   */
  String text(long now) {
    String edges = CalendarEdges.of(limit, now);
    return edges == null ? text() : text() + ' ' + edges;
  }

  /**
   * The limit, the cost and the delay; the cost with what is kept and the share if that matters.
   */
  String text() {
    String units = share == Terms.WHOLE ? "" + cost : cost + "+" + kept + "/" + share;
    return LimitText.of(limit) + ' ' + units + ' ' + maxDelay;
  }
}
