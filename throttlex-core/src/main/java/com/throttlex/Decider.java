package com.throttlex;

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
  CompletionStage<Settlement> settleAsync(String reservation, long cost);

  /** Frees what an allowed request holds under concurrency rules; other charges stand. */
  CompletionStage<?> release(Decision decision);
}
