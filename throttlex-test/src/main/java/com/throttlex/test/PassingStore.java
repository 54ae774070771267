package com.throttlex.test;

import com.throttlex.key.Key;
import com.throttlex.store.Charges;
import com.throttlex.store.Settlement;
import com.throttlex.store.Status;
import com.throttlex.store.Store;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** Passes everything on to another store; a test overrides what it wants to be different. */
public class PassingStore implements Store {
  private final Store store;

  /** Passes on to that store, which is closed with this one. */
  public PassingStore(Store store) {
    this.store = store;
  }

  @Override
  public CompletionStage<Void> decide(Charges charges) {
    return store.decide(charges);
  }

  @Override
  public CompletionStage<Settlement> settle(String reservation, long cost, long now) {
    return store.settle(reservation, cost, now);
  }

  @Override
  public CompletionStage<Optional<Status>> inspect(Key key, int index, long now) {
    return store.inspect(key, index, now);
  }

  @Override
  public CompletionStage<Boolean> reset(Key key, int index, long now) {
    return store.reset(key, index, now);
  }

  @Override
  public void close() {
    store.close();
  }
}
