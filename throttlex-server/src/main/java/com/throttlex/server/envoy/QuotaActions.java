package com.throttlex.server.envoy;

import com.google.protobuf.Duration;
import com.google.protobuf.UInt32Value;
import com.throttlex.protocol.envoy.BucketId;
import com.throttlex.protocol.envoy.RateLimitQuotaResponse.BucketAction;
import com.throttlex.protocol.envoy.RateLimitQuotaResponse.BucketAction.AbandonAction;
import com.throttlex.protocol.envoy.RateLimitQuotaResponse.BucketAction.QuotaAssignmentAction;
import com.throttlex.protocol.envoy.RateLimitStrategy;
import com.throttlex.protocol.envoy.RateLimitStrategy.BlanketRule;
import com.throttlex.protocol.envoy.TokenBucket;

/**
 * The messages to a proxy about one quota bucket.
 *
 * <p>Units are a token bucket that begins full and does not refill while the assignment lives:
 * Envoy needs a refill, so it is one token in an hour. Envoy fills a token bucket that replaces
 * another one only to the same part as that one. So {@link #units} is sent after {@link #deny} in
 * the same message; Envoy applies both before it handles the next request, and begins with a full
 * bucket. {@link #units} alone extends the life of the present units, because Envoy keeps the state
 * of an equal token bucket.
 */
final class QuotaActions {
  /** The longest life of units; a token of the refill takes longer than that. */
  static final long LONGEST_TTL = 120;

  private static final long REFILL_SECONDS = 3600;

  private QuotaActions() {}

  /** Assigns that many units, or goes on with as many. */
  static BucketAction units(BucketId id, long units, long ttlSeconds) {
    TokenBucket tokens =
        TokenBucket.newBuilder()
            .setMaxTokens((int) units)
            .setTokensPerFill(UInt32Value.of(1))
            .setFillInterval(Duration.newBuilder().setSeconds(REFILL_SECONDS))
            .build();
    return assignment(id, RateLimitStrategy.newBuilder().setTokenBucket(tokens), ttlSeconds);
  }

  /** Denies all requests. */
  static BucketAction deny(BucketId id, long ttlSeconds) {
    return blanket(id, BlanketRule.DENY_ALL, ttlSeconds);
  }

  /** Allows all requests. */
  static BucketAction allow(BucketId id, long ttlSeconds) {
    return blanket(id, BlanketRule.ALLOW_ALL, ttlSeconds);
  }

  /** Ends the tracking of a bucket; its next request is reported as that of a new bucket. */
  static BucketAction abandon(BucketId id) {
    return BucketAction.newBuilder()
        .setBucketId(id)
        .setAbandonAction(AbandonAction.getDefaultInstance())
        .build();
  }

  private static BucketAction blanket(BucketId id, BlanketRule rule, long ttlSeconds) {
    return assignment(id, RateLimitStrategy.newBuilder().setBlanketRule(rule), ttlSeconds);
  }

  private static BucketAction assignment(
      BucketId id, RateLimitStrategy.Builder strategy, long ttlSeconds) {
    QuotaAssignmentAction assignment =
        QuotaAssignmentAction.newBuilder()
            .setAssignmentTimeToLive(Duration.newBuilder().setSeconds(ttlSeconds))
            .setRateLimitStrategy(strategy)
            .build();
    return BucketAction.newBuilder().setBucketId(id).setQuotaAssignmentAction(assignment).build();
  }
}
