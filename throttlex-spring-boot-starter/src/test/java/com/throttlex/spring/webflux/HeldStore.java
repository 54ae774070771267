package com.throttlex.spring.webflux;

import com.throttlex.store.Charges;
import com.throttlex.store.ForwardingStore;
import com.throttlex.store.MemoryStore;
import com.throttlex.store.StoreUnavailableException;
import com.throttlex.store.Verdicts;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;

/** Counts in memory, but answers when it is told to, or not at all. */
final class HeldStore extends ForwardingStore {
  private final List<CompletableFuture<Void>> held = new CopyOnWriteArrayList<>();
  private volatile boolean holds;
  private volatile boolean fails;

  HeldStore() {
    super(new MemoryStore());
  }

  void hold() {
    holds = true;
  }

  /** Answers further requests at once; held ones stay held. */
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
  public CompletionStage<Verdicts> decide(Charges charges) {
    if (fails) {
      return CompletableFuture.failedFuture(new StoreUnavailableException("store: gone"));
    }
    if (!holds) {
      return super.decide(charges);
    }
    CompletableFuture<Void> answer = new CompletableFuture<>();
    held.add(answer);
    return answer.thenCompose(told -> super.decide(charges));
  }
}
