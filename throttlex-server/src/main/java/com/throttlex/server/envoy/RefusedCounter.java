package com.throttlex.server.envoy;

import com.throttlex.protocol.envoy.RateLimitResponse.Code;
import com.throttlex.protocol.envoy.RateLimitResponse.DescriptorStatus;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** The counter of a descriptor that cannot be counted: it always denies. */
enum RefusedCounter implements DescriptorCounter {
  INSTANCE;

  private static final DescriptorOutcome OVER =
      new DescriptorOutcome(
          true, DescriptorStatus.newBuilder().setCode(Code.OVER_LIMIT).build(), null);

  @Override
  public CompletionStage<DescriptorOutcome> charge() {
    return CompletableFuture.completedFuture(OVER);
  }

  @Override
  public CompletionStage<DescriptorOutcome> peek() {
    return charge();
  }

  @Override
  public boolean revocable() {
    return true;
  }
}
