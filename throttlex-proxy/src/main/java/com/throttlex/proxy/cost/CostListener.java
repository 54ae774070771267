package com.throttlex.proxy.cost;

import com.throttlex.rule.AnswerCost;
import java.util.Locale;

/** Receives how the cost of each answer was found, for metrics. */
public interface CostListener {
  /** The ways in which the cost of an answer was found. */
  enum Result {
    /** The answer had its cost. */
    SETTLED,

    /** The answer had no cost, so the estimate stands. */
    ESTIMATED,

    /** The answer had its cost, and the limits had no room for it. */
    OVERRUN,

    /** The answer was cut. */
    CUT;

    /** Returns the word of metrics. */
    public String text() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** The answer to a request has ended. */
  void ended(AnswerCost.Kind kind, Result result);
}
