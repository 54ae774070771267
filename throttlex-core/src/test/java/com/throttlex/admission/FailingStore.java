package com.throttlex.admission;

import com.throttlex.key.Key;
import com.throttlex.store.Charges;
import com.throttlex.store.MemoryStore;
import com.throttlex.store.Settlement;
import com.throttlex.store.Status;
import com.throttlex.store.Store;
import com.throttlex.store.StoreUnavailableException;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** A store in memory that cannot decide when told so, but still settles. */
final class FailingStore implements Store {
  private final MemoryStore memory = new MemoryStore();
  boolean fails;

  @Override
  public CompletionStage<Void> decide(Charges charges) {
    return fails
        ? CompletableFuture.failedFuture(new StoreUnavailableException("gone"))
        : memory.decide(charges);
  }

  @Override
  public CompletionStage<Settlement> settle(String reservation, long cost, long now) {
    return memory.settle(reservation, cost, now);
  }

  @Override
  public CompletionStage<Optional<Status>> inspect(Key key, int index, long now) {
    return memory.inspect(key, index, now);
  }

  @Override
  public CompletionStage<Boolean> reset(Key key, int index, long now) {
    return memory.reset(key, index, now);
  }

  @Override
  public void close() {
    memory.close();
  }
}
