package com.throttlex.rule;

import com.throttlex.rule.AnswerCost.OnOverrun;

/**
 * The units that are charged until the real cost is known from the answer.
 *
 * @param part the part of the answer that has the real cost
 * @param units the estimated units
 */
public record Estimate(AnswerCost part, long units) {
  /**
   * Returns the estimate of two rules that read the same part: the smaller one, and the stricter
   * treatment of an overrun.
   */
  public Estimate with(Estimate other) {
    AnswerCost stricter = other.part.onOverrun() == OnOverrun.CUT ? other.part : part;
    long smaller = Math.min(units, other.units);
    return stricter.equals(part) && smaller == units ? this : new Estimate(stricter, smaller);
  }
}
