package com.throttlex.shared;

import com.throttlex.key.Key;
import com.throttlex.store.BatchStore;
import com.throttlex.store.MemoryStore;
import com.throttlex.store.Settlement;
import com.throttlex.store.Status;
import com.throttlex.store.Verdicts;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** A store in memory that answers when the test calls it to. */
final class HeldStore implements BatchStore {
  /** A batch that has arrived. */
  record Arrived(List<Verdicts> requests, CompletableFuture<Void> stage, BatchListener listener) {
    List<String> keys() {
      return requests.stream().map(request -> request.get(0).charge().key().text()).toList();
    }

    void fail(Throwable failure) {
      stage.completeExceptionally(failure);
    }
  }

  final MemoryStore memory = new MemoryStore();
  final List<Arrived> batches = new ArrayList<>();
  boolean closed;
  private final List<Runnable> unread = new ArrayList<>();
  private boolean reading = true;
  private boolean settles = true;

  @Override
  public CompletionStage<Void> decideAll(List<Verdicts> requests) {
    return decideAll(requests, (number, failure) -> {});
  }

  @Override
  public CompletionStage<Void> decideAll(List<Verdicts> requests, BatchListener listener) {
    Arrived batch = new Arrived(List.copyOf(requests), new CompletableFuture<>(), listener);
    batches.add(batch);
    return batch.stage;
  }

  /** Stops reading the store's answers. */
  void stopReading() {
    reading = false;
  }

  /** Reads again, including all unread answers. */
  void readAgain() {
    reading = true;
    List<Runnable> left = List.copyOf(unread);
    unread.clear();
    left.forEach(Runnable::run);
  }

  /** Stops answering settlements. */
  void holdSettlements() {
    settles = false;
  }

  @Override
  public void afterReading(Runnable work) {
    if (reading) {
      work.run();
    } else {
      unread.add(work);
    }
  }

  Arrived batch(int i) {
    return batches.get(i);
  }

  void answer(int i) {
    batch(i).requests.forEach(memory::decide);
    batch(i).stage.complete(null);
  }

  /** Answers one request of a batch. */
  void answer(int i, int number) {
    memory.decide(batch(i).requests.get(number));
    batch(i).listener.ended(number, null);
  }

  @Override
  public CompletionStage<Settlement> settle(String reservation, long cost, long now) {
    return settles ? memory.settle(reservation, cost, now) : new CompletableFuture<>();
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
    closed = true;
  }
}
