package com.throttlex.admission;

import com.throttlex.Decider;
import com.throttlex.ThrottleX;
import com.throttlex.request.RequestContext;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Decides the requests of an application, at once or in two phases around authentication. */
public interface Admissions {
  /** Returns admissions by the rules of a service, in one phase. */
  static Admissions by(Decider service) {
    return request ->
        service
            .checkAsync(request)
            .thenApply(decision -> new Admission(service, outcome -> {}, List.of(decision), null));
  }

  /** Returns admissions by all rules of an engine at once. */
  static Admissions atOnce(ThrottleX throttlex) {
    return new EngineAdmissions(throttlex, false);
  }

  /** Returns admissions by the rules of an engine, in two phases. */
  static Admissions inTwoPhases(ThrottleX throttlex) {
    return new EngineAdmissions(throttlex, true);
  }

  /** Returns whether some rules are decided before the user is known, and the others after. */
  default boolean hasTwoPhases() {
    return false;
  }

  /**
   * Leaves a rule to those who check it by name: it no longer applies to all requests, unless its
   * {@code match} selects some.
   */
  default void leave(String rule) {}

  /** Decides a request as far as it can be decided before its user is known. */
  CompletionStage<Admission> begin(RequestContext request);

  /**
   * Decides the rest, now that the user is known; the earlier admission need not be ended. When
   * this fails, the request has been charged nothing.
   */
  default CompletionStage<Admission> complete(Admission begun, RequestContext request) {
    return CompletableFuture.completedFuture(begun);
  }
}
