package com.throttlex.spring.webflux;

import com.throttlex.adaptive.Outcome;
import com.throttlex.http.Refusal;
import com.throttlex.spring.OutboundLimitedException;
import com.throttlex.spring.Outcomes;
import com.throttlex.spring.RateLimitedException;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.web.ErrorResponse;
import org.springframework.web.bind.annotation.ResponseStatus;

/** Converts responses to outcomes, for health signals. */
final class AnswerOutcome {
  private AnswerOutcome() {}

  /** Returns the outcome of a complete response. */
  static Outcome of(ServerHttpResponse response) {
    HttpStatusCode status = response.getStatusCode();
    return status == null ? Outcome.SUCCESS : Outcome.ofStatus(status.value());
  }

  /** Returns the outcome of a cancelled response: a success once it has begun. */
  static Outcome ofCancelled(ServerHttpResponse response) {
    return response.isCommitted() ? of(response) : Outcome.DROPPED;
  }

  /** Returns the outcome of a failure that is answered later; many are errors of the client. */
  static Outcome of(Throwable failure) {
    if (failure instanceof ErrorResponse answer) {
      return Outcome.ofStatus(answer.getStatusCode().value());
    } else if (failure instanceof OutboundLimitedException) {
      return Outcome.DROPPED;
    } else if (failure instanceof RateLimitedException denial) {
      return Outcome.ofStatus(Refusal.status(denial.decision()));
    }
    ResponseStatus said =
        AnnotatedElementUtils.findMergedAnnotation(failure.getClass(), ResponseStatus.class);
    return said == null ? Outcomes.of(failure) : Outcome.ofStatus(said.code().value());
  }
}
