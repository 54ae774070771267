package com.throttlex.server;

import com.throttlex.store.Charges;
import com.throttlex.store.ForwardingStore;
import com.throttlex.store.MemoryStore;
import com.throttlex.store.Settlement;
import com.throttlex.store.Verdicts;
import java.util.concurrent.CompletionStage;

/** A store in memory that fails as a JVM does that has no stack left: settling, and user bad. */
public final class OverflowingStore extends ForwardingStore {
  public OverflowingStore() {
    super(new MemoryStore(1000));
  }

  @Override
  public CompletionStage<Verdicts> decide(Charges charges) {
    if (charges.get(0).key().text().contains("user=bad")) {
      throw new StackOverflowError("decide");
    }
    return super.decide(charges);
  }

  @Override
  public CompletionStage<Settlement> settle(String reservation, long cost, long now) {
    throw new StackOverflowError("settle " + reservation);
  }
}
