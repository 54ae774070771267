package com.throttlex.server.envoy;

import com.google.protobuf.Duration;
import com.throttlex.Decision;
import com.throttlex.LimitStatus;
import com.throttlex.algorithm.Rate;
import com.throttlex.protocol.envoy.RateLimitResponse.Code;
import com.throttlex.protocol.envoy.RateLimitResponse.DescriptorStatus;
import com.throttlex.protocol.envoy.RateLimitResponse.RateLimit;

/** Converts the state of a limit to Envoy's status. */
final class Statuses {
  /** The largest uint32; a limit of that many or more counts as unlimited. */
  static final long UNLIMITED = 0xFFFF_FFFFL;

  private static final long SECOND = 1_000_000_000L;
  private static final DescriptorStatus UNRULED =
      DescriptorStatus.newBuilder().setCode(Code.OK).build();
  private static final DescriptorStatus BOUNDLESS =
      DescriptorStatus.newBuilder().setCode(Code.OK).setLimitRemaining((int) UNLIMITED).build();

  private Statuses() {}

  static boolean isUnlimited(LimitStatus status) {
    return status.capacity() >= UNLIMITED;
  }

  /** Returns the status of the limit that a decision reports. */
  static DescriptorStatus of(boolean over, Decision decision) {
    int reported = decision.reported();
    if (reported < 0) {
      return UNRULED;
    }
    LimitStatus status = decision.limits().get(reported);
    if (!over && isUnlimited(status)) {
      return BOUNDLESS;
    }
    RateLimit.Builder limit = limit(status.limit().rate()).setName(status.rule());
    return status(over, limit, status.remaining(), status.resetAtNanos() - decision.nowNanos());
  }

  static DescriptorStatus unlimited() {
    return BOUNDLESS;
  }

  static DescriptorStatus status(
      boolean over, RateLimit.Builder limit, long remaining, long untilReset) {
    long nanos = Math.max(0, untilReset);
    Duration.Builder duration = Duration.newBuilder().setSeconds(nanos / SECOND);
    return DescriptorStatus.newBuilder()
        .setCode(over ? Code.OVER_LIMIT : Code.OK)
        .setCurrentLimit(limit)
        .setLimitRemaining(uint32(remaining))
        .setDurationUntilReset(duration.setNanos((int) (nanos % SECOND)))
        .build();
  }

  private static RateLimit.Builder limit(Rate rate) {
    return RateLimit.newBuilder()
        .setRequestsPerUnit(uint32(rate.amount()))
        .setUnit(Units.of(rate.period()));
  }

  /** Returns the number as a uint32, at most the largest. */
  private static int uint32(long number) {
    return (int) Math.min(UNLIMITED, Math.max(0, number));
  }
}
