package com.throttlex.redis;

import com.throttlex.algorithm.Limit;
import com.throttlex.algorithm.LimitText;
import com.throttlex.store.Charge;

/**
 * What many charges of a batch have in common.
 *
 * @param limit what they are held against
 * @param cost what they cost, at most one unit more than ever fits
 * @param maxDelay how long they may be delayed, in nanoseconds
 */
record Question(Limit limit, long cost, long maxDelay) {
  static Question of(Charge charge) {
    long cost = Math.min(charge.cost(), charge.limit().capacity() + 1);
    return new Question(charge.limit(), cost, charge.maxDelay());
  }

  /**
   * As {@code decide.lua} reads it; a calendar limit with the edges of windows around that time.
   */
  String text(long now) {
    String text = LimitText.of(limit) + ' ' + cost + ' ' + maxDelay;
    String edges = CalendarEdges.of(limit, now);
    return edges == null ? text : text + ' ' + edges;
  }
}
