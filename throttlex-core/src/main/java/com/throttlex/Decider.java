package com.throttlex;

import com.throttlex.adaptive.Outcome;
import com.throttlex.request.RequestContext;
import com.throttlex.store.Settlement;
import java.util.concurrent.CompletionStage;

/** Decides requests: the engine of this process, or the client of a service. */
public interface Decider {
  /**
   * Decides a request, and charges it if it is allowed; complete at once when nobody outside has to
   * be asked.
   */
  CompletionStage<Decision> checkAsync(RequestContext request);

  /**
   * Corrects the charge of a check that carried a reservation to what the work really cost; 0 gives
   * it all back.
   */
  default CompletionStage<Settlement> settleAsync(String reservation, long cost) {
    return settleAsync(reservation, cost, Outcome.SUCCESS);
  }

  /**
   * The same for work of which it is known how it went, by which limits that follow health are
   * moved.
   */
  CompletionStage<Settlement> settleAsync(String reservation, long cost, Outcome outcome);

  /**
   * Frees what an allowed request holds under concurrency rules; other charges stand.
   *
   * @param outcome what came of the request, by which limits that follow health are moved
   */
  CompletionStage<?> release(Decision decision, Outcome outcome);

  /** The same for a request of which nothing else is known than that it has ended. */
  default CompletionStage<?> release(Decision decision) {
    return release(decision, Outcome.UNKNOWN);
  }
}
