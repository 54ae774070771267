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

  /**
   * Called after a gateway decided that many requests by itself, all in the same way. A listener
   * that counts adds the number; by default, it is called once for all of them.
   */
  default void decided(RequestContext request, Decision decision, Verdicts verdicts, long count) {
    decided(request, decision, verdicts);
  }

  /**
   * Called when a block of a key begins, after the denial that caused it; for a rule in shadow mode
   * when one would have begun. Of all nodes, only one reports it.
   */
  default void blockBegan(Rule rule, Key key) {}

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
    DecisionListener first = this;
    return new DecisionListener() {
      @Override
      public void decided(RequestContext request, Decision decision, Verdicts verdicts) {
        first.decided(request, decision, verdicts);
        other.decided(request, decision, verdicts);
      }

      @Override
      public void decided(
          RequestContext request, Decision decision, Verdicts verdicts, long count) {
        first.decided(request, decision, verdicts, count);
        other.decided(request, decision, verdicts, count);
      }

      @Override
      public void blockBegan(Rule rule, Key key) {
        first.blockBegan(rule, key);
        other.blockBegan(rule, key);
      }
    };
  }
}
