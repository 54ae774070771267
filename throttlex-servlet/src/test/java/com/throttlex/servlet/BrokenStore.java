package com.throttlex.servlet;

import com.throttlex.store.Charges;
import com.throttlex.store.ForwardingStore;
import com.throttlex.store.MemoryStore;
import com.throttlex.store.StoreUnavailableException;
import com.throttlex.store.Verdicts;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;

/** A store in memory that fails to decide once. */
final class BrokenStore extends ForwardingStore {
  private final AtomicInteger untilBroken = new AtomicInteger();

  BrokenStore() {
    super(new MemoryStore());
  }

  /** Fails at the decision of that number from now, and not again. */
  void breakAt(int decision) {
    untilBroken.set(decision);
  }

  @Override
  public CompletionStage<Verdicts> decide(Charges charges) {
    return untilBroken.getAndDecrement() == 1
        ? CompletableFuture.supplyAsync(
            () -> {
              throw new StoreUnavailableException("gone");
            })
        : super.decide(charges);
  }
}
