package com.throttlex.proxy.cost;

import com.throttlex.Decision;
import com.throttlex.ThrottleX;
import com.throttlex.proxy.AnswerMeter;
import com.throttlex.proxy.ProxyHooks;
import com.throttlex.rule.Estimate;

/** Makes the meters of requests whose rules read their cost from the answer. */
public final class CostMeters implements AnswerMeter.Factory {
  private final ThrottleX throttlex;
  private final CostListener listener;

  /** Creates meters that settle with an engine. */
  public CostMeters(ThrottleX throttlex, CostListener listener) {
    this.throttlex = throttlex;
    this.listener = listener;
  }

  @Override
  public AnswerMeter of(Decision decision) {
    Estimate estimate = decision.estimate();
    String reservation = decision.reservation();
    return estimate == null || reservation == null
        ? ProxyHooks.releasing(throttlex, decision)
        : new CostMeter(throttlex, decision, reservation, estimate, listener);
  }
}
