package com.throttlex.server.grpc;

import com.throttlex.Decision;
import com.throttlex.protocol.v1.CheckResponse;
import com.throttlex.protocol.v1.LimitStatus;

/** Writes decisions as messages. */
final class GrpcAnswers {
  private GrpcAnswers() {}

  static CheckResponse of(Decision decision) {
    CheckResponse.Builder response =
        CheckResponse.newBuilder()
            .setAllowed(decision.allowed())
            .setCurrentCount(decision.currentCount())
            .setLimit(decision.limit())
            .setRemaining(decision.remaining())
            .setResetAt(decision.resetAt())
            .setRetryAfter(decision.retryAfter())
            .setState(decision.state().name())
            .setDegraded(decision.degraded())
            .setBlocked(decision.isBlocked())
            .setDelayMs(decision.delayMillis());
    String rule = decision.rule();
    if (rule != null) {
      response.setRule(rule).setAlgorithm(String.valueOf(decision.algorithm()));
      decision.limits().forEach(status -> response.addLimits(of(status)));
    }
    String reservation = decision.reservation();
    if (reservation != null) {
      response.setReservation(reservation);
    }
    return response.build();
  }

  static LimitStatus of(com.throttlex.LimitStatus status) {
    return LimitStatus.newBuilder()
        .setRule(status.rule())
        .setLimit(status.capacity())
        .setWindowSeconds(status.windowSeconds())
        .setRemaining(status.remaining())
        .setResetAt(status.resetAt())
        .setAlgorithm(status.limit().algorithm().toString())
        .setAmount(status.limit().rate().amount())
        .setShadow(status.shadow())
        .setExceeded(!status.allowed())
        .setShed(status.sheds())
        .build();
  }
}
