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

/** Says what an answer means for the health of the application. */
final class AnswerOutcome {
  private AnswerOutcome() {}

  /** What an answer that is complete means. */
  static Outcome of(ServerHttpResponse response) {
    HttpStatusCode status = response.getStatusCode();
    return status == null ? Outcome.SUCCESS : Outcome.ofStatus(status.value());
  }

  /** Who goes away in the middle of an answer had one; who goes away before has given up. */
  static Outcome ofCancelled(ServerHttpResponse response) {
    return response.isCommitted() ? of(response) : Outcome.DROPPED;
  }

  /** What a failure means that is answered further out: many are for the client to mend. */
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
