package com.throttlex.http;

import com.throttlex.Decision;
import com.throttlex.request.InvalidRequestException;

/**
 * The response to a request that may not proceed.
 *
 * @param status the status of the response
 * @param body a problem, of {@link ProblemJson#MEDIA_TYPE}
 */
public record Refusal(int status, String body) {
  /** Returns the response to a denied request. */
  public static Refusal denied(Decision decision) {
    return new Refusal(status(decision), DecisionJson.denial(decision));
  }

  /** Returns the status of a denial: 429, or 503 if the request is shed. */
  public static int status(Decision decision) {
    return decision.isShed() ? 503 : 429;
  }

  /** Returns the response to a request that is malformed. */
  public static Refusal malformed(InvalidRequestException e, long nowNanos) {
    return of(400, e, nowNanos);
  }

  /** Returns the response to a request that could not be decided. */
  public static Refusal undecided(RuntimeException e, long nowNanos) {
    return of(503, e, nowNanos);
  }

  private static Refusal of(int status, RuntimeException e, long nowNanos) {
    return new Refusal(status, ProblemJson.body(status, String.valueOf(e.getMessage()), nowNanos));
  }
}
