package com.throttlex.spring;

import com.throttlex.Decision;

/**
 * Thrown when an outbound call was not made because it would exceed the limit of the called
 * service.
 *
 * <p>The request that caused the call has not exceeded any limit itself. So a web application
 * answers it with 503, not with 429.
 */
public final class OutboundLimitedException extends RateLimitedException {
  private static final long serialVersionUID = 1L;

  /** Creates the exception for a call to that host. */
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
