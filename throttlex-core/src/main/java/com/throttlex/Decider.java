package com.throttlex;

import com.throttlex.adaptive.Outcome;
import com.throttlex.request.RequestContext;
import com.throttlex.store.Settlement;
import java.util.concurrent.CompletionStage;

/** Decides requests: either the engine of this process or the client of a service. */
public interface Decider {
  /**
   * Decides a request, and charges it if it is allowed. The result is complete at once if no other
   * process is involved.
   */
  CompletionStage<Decision> checkAsync(RequestContext request);

  /** Corrects the charge of a reservation to the real cost of the work; 0 gives all of it back. */
  default CompletionStage<Settlement> settleAsync(String reservation, long cost) {
    return settleAsync(reservation, cost, Outcome.SUCCESS);
  }

  /**
   * Corrects the charge of a reservation to the real cost, and reports the outcome of the work to
   * adaptive limits.
   */
  CompletionStage<Settlement> settleAsync(String reservation, long cost, Outcome outcome);

  /**
   * Frees the concurrency slots of an allowed request; its other charges stay.
   *
   * @param outcome how the request ended, for adaptive limits
   */
  CompletionStage<?> release(Decision decision, Outcome outcome);

  /** Frees the concurrency slots of an allowed request whose outcome is unknown. */
  default CompletionStage<?> release(Decision decision) {
    return release(decision, Outcome.UNKNOWN);
  }
}
