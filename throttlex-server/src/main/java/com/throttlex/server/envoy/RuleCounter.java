package com.throttlex.server.envoy;

import com.throttlex.Decision;
import com.throttlex.LimitStatus;
import com.throttlex.ThrottleX;
import com.throttlex.request.RequestContext;
import java.util.concurrent.CompletionStage;

/**
 * The limits of the rules that apply to a descriptor.
 *
 * @param request the descriptor as a request, with its cost
 * @param refund whether the hits are negative, so that nothing is counted and it always fits
 */
record RuleCounter(ThrottleX throttlex, RequestContext request, boolean refund)
    implements DescriptorCounter {

  @Override
  public CompletionStage<DescriptorOutcome> charge() {
    return throttlex.checkAsync(request).thenApply(this::charged);
  }

  @Override
  public CompletionStage<DescriptorOutcome> peek() {
    RequestContext question = request.toBuilder().cost(0).revocable(false).build();
    return throttlex.checkAsync(question).thenApply(this::peeked);
  }

  @Override
  public boolean revocable() {
    return true;
  }

  private DescriptorOutcome charged(Decision decision) {
    return outcome(!decision.allowed() && isLimited(decision), decision);
  }

  private DescriptorOutcome peeked(Decision decision) {
    boolean fits = true;
    for (LimitStatus status : decision.limits()) {
      fits &= status.shadow() || Statuses.isUnlimited(status) || fits(status);
    }
    return outcome(!fits, decision);
  }

  private boolean fits(LimitStatus status) {
    return status.allowed() && status.remaining() >= request.cost();
  }

  /** Returns whether the decision has a limit below the maximum of the protocol. */
  private static boolean isLimited(Decision decision) {
    for (LimitStatus status : decision.limits()) {
      if (!status.shadow() && !Statuses.isUnlimited(status)) {
        return true;
      }
    }
    return false;
  }

  private DescriptorOutcome outcome(boolean doesNotFit, Decision decision) {
    boolean over = doesNotFit && !refund;
    return new DescriptorOutcome(over, Statuses.of(over, decision), decision);
  }
}
