package com.throttlex.spring.webflux;

import com.throttlex.key.Key;
import com.throttlex.store.Charges;
import com.throttlex.store.MemoryStore;
import com.throttlex.store.Settlement;
import com.throttlex.store.Status;
import com.throttlex.store.Store;
import com.throttlex.store.StoreUnavailableException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;

/** Counts in memory, but answers when it is told to, or not at all. */
final class HeldStore implements Store {
  private final MemoryStore memory = new MemoryStore();
  private final List<CompletableFuture<Void>> held = new CopyOnWriteArrayList<>();
  private volatile boolean holds;
  private volatile boolean fails;

  void hold() {
    holds = true;
  }

  /** Does not hold further questions; those that are held stay so. */
  void holdNoMore() {
    holds = false;
  }

  int held() {
    return held.size();
  }

  /** Answers what is held, from a thread of the store. */
  void answer() {
    List<CompletableFuture<Void>> waiting = List.copyOf(held);
    held.clear();
    Thread thread =
        new Thread(() -> waiting.forEach(question -> question.complete(null)), "store-thread");
    thread.start();
  }

  void fail(boolean fails) {
    this.fails = fails;
  }

  @Override
  public CompletionStage<Void> decide(Charges charges) {
    if (fails) {
      return CompletableFuture.failedFuture(new StoreUnavailableException("store: gone"));
    }
    if (!holds) {
      return memory.decide(charges);
    }
    CompletableFuture<Void> answer = new CompletableFuture<>();
    held.add(answer);
    return answer.thenCompose(told -> memory.decide(charges));
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
