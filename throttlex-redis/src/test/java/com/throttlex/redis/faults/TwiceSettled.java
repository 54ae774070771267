package com.throttlex.redis.faults;

import com.throttlex.key.Key;
import com.throttlex.store.Charges;
import com.throttlex.store.Settlement;
import com.throttlex.store.Status;
import com.throttlex.store.Store;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedQueue;

/** A store that hears every settlement twice at once, and all of them again later. */
final class TwiceSettled implements Store {
  private record Told(String reservation, long cost, long now) {}

  private final Store store;
  private final Queue<Told> told = new ConcurrentLinkedQueue<>();
  private final Queue<Settlement> answers = new ConcurrentLinkedQueue<>();

  TwiceSettled(Store store) {
    this.store = store;
  }

  @Override
  public CompletionStage<Void> decide(Charges charges) {
    return store.decide(charges);
  }

  @Override
  public CompletionStage<Settlement> settle(String reservation, long cost, long now) {
    told.add(new Told(reservation, cost, now));
    CompletionStage<Settlement> first = store.settle(reservation, cost, now);
    CompletionStage<Settlement> second = store.settle(reservation, cost, now);
    return first.thenCombine(
        second,
        (once, again) -> {
          answers.add(again);
          return once;
        });
  }

  /** Tells all settlements again, each with nothing used; returns how many there were. */
  int tellAgain() {
    for (Told settlement : told) {
      answers.add(
          store.settle(settlement.reservation, 0, settlement.now).toCompletableFuture().join());
    }
    return told.size();
  }

  /** What repetitions were answered. */
  Queue<Settlement> answers() {
    return answers;
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
