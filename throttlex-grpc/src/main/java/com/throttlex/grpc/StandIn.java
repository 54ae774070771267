package com.throttlex.grpc;

import com.throttlex.Decider;
import com.throttlex.Decision;
import com.throttlex.adaptive.Outcome;
import com.throttlex.request.RequestContext;
import com.throttlex.store.FailureMode;
import com.throttlex.store.Settlement;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Makes decisions in fallback, while a service does not answer.
 *
 * <p>A reservation made here must be settled here, even when the service answers again. Its name
 * has a prefix that no name of a service has, so nothing needs to be stored.
 */
final class StandIn {
  private static final String MARK = "local:";

  private final FailureMode mode;
  private final @Nullable Decider local;

  StandIn(FailureMode mode, @Nullable Decider local) {
    if (mode == FailureMode.LOCAL && local == null) {
      throw new IllegalArgumentException(
          "local: none (expected: a decider, because on-failure is local)");
    }
    this.mode = mode;
    this.local = mode == FailureMode.LOCAL ? local : null;
  }

  CompletionStage<Decision> check(RequestContext request, long nowNanos) {
    return local == null
        ? CompletableFuture.completedFuture(
            Decision.withoutRules(mode == FailureMode.ALLOW, nowNanos))
        : local.checkAsync(request).thenApply(StandIn::marked);
  }

  private static Decision marked(Decision decision) {
    String reservation = decision.reservation();
    return reservation == null ? decision.asDegraded() : named(MARK + reservation, decision);
  }

  private static Decision named(String reservation, Decision decision) {
    return Decision.madeElsewhere(
        decision.allowed(),
        decision.nowNanos(),
        Duration.ofNanos(decision.delayNanos()),
        decision.state(),
        decision.limits(),
        decision.reported(),
        reservation,
        true);
  }

  /** Returns whether the reservation was made here. */
  static boolean made(String reservation) {
    return reservation.startsWith(MARK);
  }

  CompletionStage<Settlement> settle(String reservation, long cost, Outcome outcome) {
    return local == null
        ? CompletableFuture.completedFuture(Settlement.UNKNOWN)
        : local.settleAsync(reservation.substring(MARK.length()), cost, outcome);
  }

  CompletionStage<?> release(String reservation, Decision decision, Outcome outcome) {
    return local == null
        ? CompletableFuture.completedFuture(null)
        : local.release(named(reservation.substring(MARK.length()), decision), outcome);
  }
}
