package com.throttlex.server.envoy;

import com.throttlex.protocol.envoy.RateLimitResponse.Code;
import com.throttlex.protocol.envoy.RateLimitResponse.DescriptorStatus;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** What a descriptor is held against that cannot be counted: nothing ever fits. */
enum RefusedCounter implements Counter {
  INSTANCE;

  private static final Outcome OVER =
      new Outcome(true, DescriptorStatus.newBuilder().setCode(Code.OVER_LIMIT).build(), null);

  @Override
  public CompletionStage<Outcome> charge() {
    return CompletableFuture.completedFuture(OVER);
  }

  @Override
  public CompletionStage<Outcome> peek() {
    return charge();
  }

  @Override
  public boolean revocable() {
    return true;
  }
}
