package com.throttlex.admission;

import com.throttlex.store.Charges;
import com.throttlex.store.ForwardingStore;
import com.throttlex.store.MemoryStore;
import com.throttlex.store.StoreUnavailableException;
import com.throttlex.store.Verdicts;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** A store in memory that cannot decide when told so, but still settles. */
final class FailingStore extends ForwardingStore {
  boolean fails;

  FailingStore() {
    super(new MemoryStore());
  }

  @Override
  public CompletionStage<Verdicts> decide(Charges charges) {
    return fails
        ? CompletableFuture.failedFuture(new StoreUnavailableException("gone"))
        : super.decide(charges);
  }
}
