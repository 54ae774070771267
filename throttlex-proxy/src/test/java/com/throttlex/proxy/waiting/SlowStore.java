package com.throttlex.proxy.waiting;

import com.throttlex.store.Charges;
import com.throttlex.store.ForwardingStore;
import com.throttlex.store.MemoryStore;
import com.throttlex.store.Settlement;
import com.throttlex.store.Verdicts;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Counters whose answers take a random time, like those of a shared store. */
final class SlowStore extends ForwardingStore {
  static final int MOST_NANOS = 5_000_000;

  private final ManualLoop loop;
  private final Random random;

  SlowStore(ManualLoop loop, Random random) {
    super(new MemoryStore());
    this.loop = loop;
    this.random = random;
  }

  @Override
  public CompletionStage<Verdicts> decide(Charges charges) {
    return later(super.decide(charges));
  }

  @Override
  public CompletionStage<Settlement> settle(String reservation, long cost, long now) {
    return later(super.settle(reservation, cost, now));
  }

  private <T> CompletionStage<T> later(CompletionStage<T> answer) {
    CompletableFuture<T> late = new CompletableFuture<>();
    T value = answer.toCompletableFuture().join();
    loop.after(random.nextInt(MOST_NANOS), () -> late.complete(value));
    return late;
  }
}
