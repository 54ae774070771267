package com.throttlex.spring;

import com.throttlex.Decision;

/**
 * Says that a rule denied a call, with the decision.
 *
 * <p>Has no stack trace: who is denied is told by the decision, and denials must cost little.
 */
public class RateLimitedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient Decision decision;

  /** A denial. */
  public RateLimitedException(Decision decision) {
    this(
        "denied by rule " + decision.rule() + ", retry after " + decision.retryAfter() + " s",
        decision);
  }

  /** A denial in other words. */
  protected RateLimitedException(String message, Decision decision) {
    super(message, null, false, false);
    this.decision = decision;
  }

  /** What was decided. */
  public Decision decision() {
    return decision;
  }
}
