package com.throttlex.server.resp;

import com.throttlex.store.Charges;
import com.throttlex.store.ForwardingStore;
import com.throttlex.store.Store;
import com.throttlex.store.Verdicts;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** A store that answers later, from threads of its own and in no order; or not at all. */
final class LateStore extends ForwardingStore {
  private final Random random;
  private final ExecutorService threads = Executors.newFixedThreadPool(3);
  private final AtomicInteger late = new AtomicInteger();
  private volatile boolean failing;

  LateStore(Store store, Random random) {
    super(store);
    this.random = random;
  }

  /** Makes every later request fail. */
  void fail() {
    failing = true;
  }

  /** Returns how many requests were answered late. */
  int late() {
    return late.get();
  }

  /** Decides at once and answers later; a key that changed in between is a failure, too. */
  @Override
  public CompletionStage<Verdicts> decide(Charges charges) {
    String key = key(charges);
    Verdicts answer = super.decide(charges).toCompletableFuture().join();
    late.incrementAndGet();
    Executor later =
        CompletableFuture.delayedExecutor(random.nextInt(2_000), TimeUnit.MICROSECONDS, threads);
    return CompletableFuture.supplyAsync(
        () -> {
          if (failing || !key.equals(key(charges))) {
            throw new IllegalStateException("key: " + key(charges) + " (expected: " + key + ")");
          }
          return answer;
        },
        later);
  }

  private static String key(Charges charges) {
    return charges.size() == 0 ? "" : charges.get(0).key().text();
  }

  @Override
  public void close() {
    threads.shutdownNow();
  }
}
