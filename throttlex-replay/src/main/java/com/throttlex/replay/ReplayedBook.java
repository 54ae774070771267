package com.throttlex.replay;

import java.util.List;

/**
 * The decisions by one rule book.
 *
 * @param totals the sums
 * @param rules the rules of the book that are not off, in order, the default rule last
 * @param timeline all decisions over time
 */
public record ReplayedBook(ReplayTotals totals, List<RuleResult> rules, ReplayTimeline timeline) {
  /** Copies the list. */
  public ReplayedBook {
    rules = List.copyOf(rules);
  }
}
