package com.throttlex.shared;

import com.throttlex.store.Charges;
import com.throttlex.store.ForwardingStore;
import com.throttlex.store.MemoryStore;
import com.throttlex.store.Settlement;
import com.throttlex.store.StoreUnavailableException;
import com.throttlex.store.Verdicts;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/** A store in memory whose requests and answers take a random time or are lost. */
final class LateStore extends ForwardingStore {
  private static final int MOST_NANOS = 5_000_000;

  private final Scheduler scheduler;
  private final Random random;
  boolean lossy;

  LateStore(Scheduler scheduler, Random random) {
    super(new MemoryStore());
    this.scheduler = scheduler;
    this.random = random;
  }

  /** Decides without taking any time. */
  Verdicts decideNow(Charges charges) {
    return super.decide(charges).toCompletableFuture().join();
  }

  @Override
  public CompletionStage<Verdicts> decide(Charges charges) {
    return lately(() -> super.decide(charges));
  }

  @Override
  public CompletionStage<Settlement> settle(String reservation, long cost, long now) {
    return lately(() -> super.settle(reservation, cost, now));
  }

  private <T> CompletionStage<T> lately(Supplier<CompletionStage<T>> work) {
    CompletableFuture<T> answer = new CompletableFuture<>();
    boolean arrives = !isLost();
    boolean returns = arrives && !isLost();
    scheduler.after(
        random.nextInt(MOST_NANOS),
        () -> {
          T value = arrives ? work.get().toCompletableFuture().join() : null;
          scheduler.after(
              random.nextInt(MOST_NANOS),
              () -> {
                if (returns) {
                  answer.complete(value);
                } else {
                  answer.completeExceptionally(new StoreUnavailableException("lost"));
                }
              });
        });
    return answer;
  }

  private boolean isLost() {
    return lossy && random.nextInt(12) == 0;
  }
}
