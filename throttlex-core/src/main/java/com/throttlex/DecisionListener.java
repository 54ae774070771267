package com.throttlex;

import com.throttlex.key.Key;
import com.throttlex.request.RequestContext;
import com.throttlex.rule.Rule;

/**
 * Is told of every decision, on the thread that made it: must be quick and must not throw.
 *
 * <p>Requests that only ask, without consuming, are no decisions in this sense.
 */
@FunctionalInterface
public interface DecisionListener {
  /** Takes no notice. */
  DecisionListener NONE = (request, decision, verdicts) -> {};

  /** A request was decided. */
  void decided(RequestContext request, Decision decision, Verdicts verdicts);

  /** What each rule that applied had to say; to be read during the call only. */
  interface Verdicts {
    /** How many rules applied. */
    int size();

    /** The rule at that place. */
    Rule rule(int i);

    /** The key of its counters. */
    Key key(int i);

    /** Whether all its limits let the request pass. */
    boolean allowed(int i);
  }

  /** Tells this listener and then another. */
  default DecisionListener and(DecisionListener other) {
    return (request, decision, verdicts) -> {
      decided(request, decision, verdicts);
      other.decided(request, decision, verdicts);
    };
  }
}
