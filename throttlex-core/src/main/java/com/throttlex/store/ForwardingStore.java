package com.throttlex.store;

import com.throttlex.key.Key;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * A store that forwards every call to another store; a subclass overrides the methods that differ.
 */
public abstract class ForwardingStore implements Store {
  private final Store store;

  /** Creates a store that forwards calls to another, and closes it when it is closed. */
  protected ForwardingStore(Store store) {
    this.store = store;
  }

  @Override
  public CompletionStage<Verdicts> decide(Charges charges) {
    return store.decide(charges);
  }

  @Override
  public CompletionStage<Settlement> settle(String reservation, long cost, long now) {
    return store.settle(reservation, cost, now);
  }

  @Override
  public CompletionStage<@Nullable Verdicts> extend(String reservation, long cost, long now) {
    return store.extend(reservation, cost, now);
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
  public Places places() {
    return store.places();
  }

  @Override
  public void close() {
    store.close();
  }
}
