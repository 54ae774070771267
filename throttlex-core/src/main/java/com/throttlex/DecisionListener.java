package com.throttlex;

import com.throttlex.key.Key;
import com.throttlex.request.RequestContext;
import com.throttlex.rule.Rule;

/**
 * Receives every decision, on the thread that made it. It must be fast and must not throw.
 *
 * <p>A peek is not reported.
 */
@FunctionalInterface
public interface DecisionListener {
  /** Ignores every decision. */
  DecisionListener NONE = (request, decision, verdicts) -> {};

  /** Called after a request was decided. */
  void decided(RequestContext request, Decision decision, Verdicts verdicts);

  /** The verdict of each rule that applied; valid only during the call. */
  interface Verdicts {
    /** The number of rules that applied. */
    int size();

    /** The rule at an index. */
    Rule rule(int i);

    /** The key of the rule's counters. */
    Key key(int i);

    /** Whether all limits of the rule allow the request. */
    boolean allowed(int i);
  }

  /** Returns a listener that calls this listener and then another. */
  default DecisionListener and(DecisionListener other) {
    return (request, decision, verdicts) -> {
      decided(request, decision, verdicts);
      other.decided(request, decision, verdicts);
    };
  }
}
