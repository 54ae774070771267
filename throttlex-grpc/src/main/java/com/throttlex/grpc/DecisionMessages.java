package com.throttlex.grpc;

import com.throttlex.Decision;
import com.throttlex.LimitStatus;
import com.throttlex.State;
import com.throttlex.algorithm.Limit;
import com.throttlex.protocol.v1.CheckResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Reads a decision from the message that tells it. */
final class DecisionMessages {
  /** Far longer than any rule can say. */
  private static final long LONGEST_DELAY_MILLIS = 3_600_000;

  private DecisionMessages() {}

  static Decision decision(CheckResponse response, long nowNanos) {
    if (response.getLimitsCount() == 0) {
      return response.getDegraded()
          ? Decision.withoutRules(response.getAllowed(), nowNanos)
          : Decision.madeElsewhere(
              response.getAllowed(),
              nowNanos,
              Duration.ZERO,
              State.NORMAL,
              List.of(),
              -1,
              null,
              false);
    }
    int reported = reported(response);
    Decision decision =
        Decision.madeElsewhere(
            response.getAllowed(),
            nowNanos,
            Duration.ofMillis(Math.max(0, Math.min(response.getDelayMs(), LONGEST_DELAY_MILLIS))),
            state(response),
            statuses(response, reported, nowNanos),
            reported,
            orNull(response.getReservation()),
            response.getDegraded());
    return response.getBlocked() ? decision.asBlocked() : decision;
  }

  /**
   * Returns the index of the reported limit: the rule's limit with these figures, or else the one
   * with the least remaining.
   */
  private static int reported(CheckResponse response) {
    int found = -1;
    for (int i = 0; i < response.getLimitsCount(); i++) {
      var limit = response.getLimits(i);
      if (limit.getRule().equals(response.getRule())) {
        if (isReported(response, limit)) {
          return i;
        }
        boolean less = found < 0 || limit.getRemaining() < response.getLimits(found).getRemaining();
        found = less ? i : found;
      }
    }
    return Math.max(0, found);
  }

  private static boolean isReported(
      CheckResponse response, com.throttlex.protocol.v1.LimitStatus limit) {
    return limit.getLimit() == response.getLimit()
        && limit.getRemaining() == response.getRemaining()
        && limit.getResetAt() == response.getResetAt()
        && (response.getAllowed() || limit.getExceeded());
  }

  private static List<LimitStatus> statuses(CheckResponse response, int reported, long nowNanos) {
    boolean enforced = response.getLimitsList().stream().anyMatch(limit -> !limit.getShadow());
    List<LimitStatus> statuses = new ArrayList<>(response.getLimitsCount());
    for (int i = 0; i < response.getLimitsCount(); i++) {
      var limit = response.getLimits(i);
      boolean exceeded = limit.getExceeded() || (i == reported && !response.getAllowed());
      Limit told = ToldLimit.of(limit, response.getAlgorithm());
      statuses.add(
          new LimitStatus(
              limit.getRule(),
              told,
              ToldLimit.capacity(limit, told),
              limit.getRemaining(),
              TimeUnit.SECONDS.toNanos(limit.getResetAt()),
              !exceeded,
              limit.getShadow() && !(i == reported && enforced),
              limit.getShed(),
              exceeded ? TimeUnit.SECONDS.toNanos(response.getRetryAfter()) : 0,
              nowNanos));
    }
    return statuses;
  }

  private static State state(CheckResponse response) {
    for (State state : State.values()) {
      if (state.name().equals(response.getState())) {
        return state;
      }
    }
    return response.getAllowed() ? State.NORMAL : State.THROTTLED;
  }

  private static @Nullable String orNull(String text) {
    return text.isEmpty() ? null : text;
  }
}
