package com.throttlex.spring.service;

import com.throttlex.Decider;
import com.throttlex.Decision;
import com.throttlex.ThrottleX;
import com.throttlex.adaptive.Outcome;
import com.throttlex.request.RequestContext;
import com.throttlex.spring.NamedRules;
import com.throttlex.store.Settlement;
import java.util.concurrent.CompletionStage;

/**
 * Decides by the application's own rules while the ThrottleX service does not answer: requests by
 * the rules that match, and checks by name by the rule of that name, if there is one.
 */
final class LocalStandIn implements Decider {
  private final ThrottleX throttlex;
  private final NamedRules named;

  LocalStandIn(ThrottleX throttlex, NamedRules named) {
    this.throttlex = throttlex;
    this.named = named;
  }

  @Override
  public CompletionStage<Decision> checkAsync(RequestContext request) {
    String rule = request.attribute(NamedRules.RULE);
    String key = request.attribute(NamedRules.KEY);
    return rule != null && named.has(rule) && (key != null || !named.hasKey(rule))
        ? named.check(rule, key, request.cost(), request.revocable())
        : throttlex.checkAsync(request);
  }

  @Override
  public CompletionStage<Settlement> settleAsync(String reservation, long cost, Outcome outcome) {
    return throttlex.settleAsync(reservation, cost, outcome);
  }

  @Override
  public CompletionStage<?> release(Decision decision, Outcome outcome) {
    return throttlex.release(decision, outcome);
  }
}
