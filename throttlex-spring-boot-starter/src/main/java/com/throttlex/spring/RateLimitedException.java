package com.throttlex.spring;

import com.throttlex.Decision;

/**
 * Thrown when a rule denied a call; it has the decision.
 *
 * <p>It has no stack trace, because denials must be cheap, and the decision names the rule.
 */
public class RateLimitedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient Decision decision;

  /** Creates the exception for a denial. */
  public RateLimitedException(Decision decision) {
    this(
        "denied by rule " + decision.rule() + ", retry after " + decision.retryAfter() + " s",
        decision);
  }

  /** Creates the exception for a denial with another message. */
  protected RateLimitedException(String message, Decision decision) {
    super(message, null, false, false);
    this.decision = decision;
  }

  /** The decision. */
  public Decision decision() {
    return decision;
  }
}
