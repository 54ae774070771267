package com.throttlex.spring;

import com.throttlex.Decision;

/**
 * Says that a call to somebody else was not made, as it would have broken their limit.
 *
 * <p>The request in whose course that happened has broken no limit itself: a web application
 * answers it with 503, not with 429.
 */
public final class OutboundLimitedException extends RateLimitedException {
  private static final long serialVersionUID = 1L;

  /** A call to that host that was not made. */
  public OutboundLimitedException(String host, Decision decision) {
    super(
        "call to "
            + host
            + " not made: rule "
            + decision.rule()
            + " has no room for "
            + decision.retryAfter()
            + " s",
        decision);
  }
}
