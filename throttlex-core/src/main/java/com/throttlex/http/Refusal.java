package com.throttlex.http;

import com.throttlex.Decision;
import com.throttlex.request.InvalidRequestException;

/**
 * What a client gets whose request may not pass.
 *
 * @param status the status of the answer
 * @param body a problem, of {@link ProblemJson#MEDIA_TYPE}
 */
public record Refusal(int status, String body) {
  /** The request was denied. */
  public static Refusal denied(Decision decision) {
    return new Refusal(status(decision), DecisionJson.denial(decision));
  }

  /** The status of a denial: too many requests, or too little capacity. */
  public static int status(Decision decision) {
    return decision.isShed() ? 503 : 429;
  }

  /** The request is one that cannot be decided. */
  public static Refusal malformed(InvalidRequestException e, long nowNanos) {
    return of(400, e, nowNanos);
  }

  /** Nobody could decide the request. */
  public static Refusal undecided(RuntimeException e, long nowNanos) {
    return of(503, e, nowNanos);
  }

  private static Refusal of(int status, RuntimeException e, long nowNanos) {
    return new Refusal(status, ProblemJson.body(status, String.valueOf(e.getMessage()), nowNanos));
  }
}
