package com.throttlex.tck;

import com.throttlex.key.Key;
import com.throttlex.store.Charges;
import com.throttlex.store.Settlement;
import com.throttlex.store.Status;
import com.throttlex.store.Store;
import com.throttlex.store.Verdicts;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * A store that fails at every call.
 *
 * @param failure the failure of every stage
 */
public record FailingStore(RuntimeException failure) implements Store {
  @Override
  public CompletionStage<Verdicts> decide(Charges charges) {
    return CompletableFuture.failedFuture(failure);
  }

  @Override
  public CompletionStage<Settlement> settle(String reservation, long cost, long now) {
    return CompletableFuture.failedFuture(failure);
  }

  @Override
  public CompletionStage<@Nullable Verdicts> extend(String reservation, long cost, long now) {
    return CompletableFuture.failedFuture(failure);
  }

  @Override
  public CompletionStage<Optional<Status>> inspect(Key key, int index, long now) {
    return CompletableFuture.failedFuture(failure);
  }

  @Override
  public CompletionStage<Boolean> reset(Key key, int index, long now) {
    return CompletableFuture.failedFuture(failure);
  }

  @Override
  public void close() {}
}
