package com.throttlex.shared;

import com.throttlex.key.Key;
import com.throttlex.store.BatchStore;
import com.throttlex.store.MemoryStore;
import com.throttlex.store.Settlement;
import com.throttlex.store.Status;
import com.throttlex.store.StoreUnavailableException;
import com.throttlex.store.Verdicts;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A store in memory that answers at once, or fails as a test sets. */
final class FaultyStore implements BatchStore {
  /** The way in which the store fails. */
  enum Fault {
    NONE,
    /** Fails at once. */
    DOWN,
    /** Answers, but late. */
    SLOW,
    /** Answers after any timeout. */
    LATE,
    /** Never answers. */
    SILENT,
    /** Charges the request, and then fails. */
    LOST,
    /** Throws. */
    FAILING,
    /** Fails because of the request. */
    REFUSING
  }

  static final long SLOW_NANOS = 40_000_000;
  static final long LATE_NANOS = 80_000_000;

  final MemoryStore memory = new MemoryStore();
  final AtomicLong asked = new AtomicLong();
  final AtomicLong batches = new AtomicLong();
  volatile Fault fault = Fault.NONE;
  private final Scheduler scheduler;

  FaultyStore(Scheduler scheduler) {
    this.scheduler = scheduler;
  }

  @Override
  public CompletionStage<Void> decideAll(List<Verdicts> requests) {
    batches.incrementAndGet();
    asked.addAndGet(requests.size());
    return through(
        () -> {
          requests.forEach(memory::decide);
          return CompletableFuture.completedFuture(null);
        });
  }

  private <T> CompletionStage<T> through(Supplier<CompletionStage<T>> answer) {
    return switch (fault) {
      case NONE -> answer.get();
      case DOWN -> CompletableFuture.failedFuture(new StoreUnavailableException("store: down"));
      case SILENT -> new CompletableFuture<>();
      case FAILING -> throw new StoreUnavailableException("store: failing");
      case REFUSING -> CompletableFuture.failedFuture(new IllegalStateException("WRONGTYPE"));
      case LOST -> {
        var unused = answer.get();
        yield CompletableFuture.failedFuture(new StoreUnavailableException("store: cut off"));
      }
      case SLOW -> later(SLOW_NANOS, answer);
      case LATE -> later(LATE_NANOS, answer);
    };
  }

  private <T> CompletionStage<T> later(long nanos, Supplier<CompletionStage<T>> answer) {
    CompletableFuture<T> late = new CompletableFuture<>();
    scheduler.after(nanos, () -> late.complete(answer.get().toCompletableFuture().join()));
    return late;
  }

  @Override
  public CompletionStage<Settlement> settle(String reservation, long cost, long now) {
    return through(() -> memory.settle(reservation, cost, now));
  }

  @Override
  public CompletionStage<@Nullable Verdicts> extend(String reservation, long cost, long now) {
    return through(() -> memory.extend(reservation, cost, now));
  }

  @Override
  public CompletionStage<Optional<Status>> inspect(Key key, int index, long now) {
    return through(() -> memory.inspect(key, index, now));
  }

  @Override
  public CompletionStage<Boolean> reset(Key key, int index, long now) {
    return through(() -> memory.reset(key, index, now));
  }

  @Override
  public void close() {}
}
