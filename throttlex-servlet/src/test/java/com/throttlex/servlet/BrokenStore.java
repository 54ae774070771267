package com.throttlex.servlet;

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
import java.util.concurrent.atomic.AtomicInteger;

/** A store in memory that fails to decide once. */
final class BrokenStore implements Store {
  private final MemoryStore memory = new MemoryStore();
  private final AtomicInteger untilBroken = new AtomicInteger();

  /** Fails at the decision of that number from now, and not again. */
  void breakAt(int decision) {
    untilBroken.set(decision);
  }

  @Override
  public CompletionStage<Void> decide(Charges charges) {
    return untilBroken.getAndDecrement() == 1
        ? CompletableFuture.supplyAsync(
            () -> {
              throw new StoreUnavailableException("gone");
            })
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
