package com.throttlex.server.envoy;

import com.throttlex.LimitStatus;
import com.throttlex.ThrottleX;
import com.throttlex.TimeSource;
import com.throttlex.algorithm.Algorithm;
import com.throttlex.algorithm.Limit;
import com.throttlex.algorithm.Rate;
import com.throttlex.protocol.envoy.RateLimitDescriptor.RateLimitOverride;
import com.throttlex.protocol.envoy.RateLimitResponse.RateLimit;
import com.throttlex.protocol.envoy.RateLimitResponse.RateLimit.Unit;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * The limit that a descriptor brings: a fixed window with its own counter.
 *
 * @param limit the descriptor's limit
 * @param cost the hits; 0 when they are negative
 * @param ahead the hits that earlier descriptors of the request take from the same counter
 */
record OverrideCounter(
    ThrottleX throttlex,
    TimeSource time,
    OverrideKey key,
    RateLimitOverride limit,
    long cost,
    long ahead)
    implements DescriptorCounter {
  private static final String NAME = "override";

  @Override
  public CompletionStage<DescriptorOutcome> charge() {
    return isCounted()
        ? throttlex.charge(NAME, key, fixedWindow(), cost).thenApply(this::charged)
        : uncounted();
  }

  @Override
  public CompletionStage<DescriptorOutcome> peek() {
    return isCounted()
        ? throttlex.charge(NAME, key, fixedWindow(), 0).thenApply(this::peeked)
        : uncounted();
  }

  @Override
  public boolean revocable() {
    return false;
  }

  private long amount() {
    return Integer.toUnsignedLong(limit.getRequestsPerUnit());
  }

  private boolean isCounted() {
    return amount() > 0 && amount() < Statuses.UNLIMITED;
  }

  /** Returns the fixed window, with at most one unit per nanosecond. */
  private Limit fixedWindow() {
    Duration length = Units.length(limit.getUnit());
    long amount = Math.min(amount(), length.toNanos());
    return Limit.of(Algorithm.FIXED_WINDOW, Rate.of(amount, length));
  }

  /** Returns the outcome of an unlimited or zero limit. */
  private CompletionStage<DescriptorOutcome> uncounted() {
    if (amount() != 0) {
      return CompletableFuture.completedStage(
          new DescriptorOutcome(false, Statuses.unlimited(), null));
    }
    long nanos = Units.length(limit.getUnit()).toNanos();
    return CompletableFuture.completedStage(
        outcome(cost > 0, 0, nanos - Math.floorMod(time.nanos(), nanos)));
  }

  private DescriptorOutcome charged(LimitStatus status) {
    return outcome(!status.allowed(), status);
  }

  private DescriptorOutcome peeked(LimitStatus status) {
    return outcome(cost > 0 && status.remaining() < ahead + cost, status);
  }

  private DescriptorOutcome outcome(boolean doesNotFit, LimitStatus status) {
    boolean over = doesNotFit && cost > 0;
    return outcome(over, status.remaining(), status.resetAtNanos() - time.nanos());
  }

  private DescriptorOutcome outcome(boolean over, long remaining, long untilReset) {
    RateLimit.Builder current =
        RateLimit.newBuilder()
            .setRequestsPerUnit(limit.getRequestsPerUnit())
            .setUnit(Unit.forNumber(limit.getUnitValue()));
    return new DescriptorOutcome(over, Statuses.status(over, current, remaining, untilReset), null);
  }
}
