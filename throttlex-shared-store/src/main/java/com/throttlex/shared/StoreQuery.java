package com.throttlex.shared;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** A call to a store that is not a decision, and the stage that its caller holds. */
final class StoreQuery<T> extends CompletableFuture<T> implements Awaited {
  private final Deadline deadline;

  StoreQuery(CompletionStage<T> answer, Deadline deadline) {
    this.deadline = deadline;
    var unused =
        answer.whenComplete(
            (value, failure) -> {
              if (failure == null) {
                complete(value);
              } else {
                completeExceptionally(Failures.cause(failure));
              }
            });
  }

  @Override
  public boolean expire(long lagFreeNow, long now) {
    if (!isDone() && deadline.isOver(lagFreeNow, now)) {
      completeExceptionally(deadline.missed());
    }
    return isDone();
  }
}
