package com.throttlex.shared;

import com.throttlex.key.Key;
import com.throttlex.shared.simulation.Timeline;
import com.throttlex.store.Charges;
import com.throttlex.store.MemoryStore;
import com.throttlex.store.Settlement;
import com.throttlex.store.Status;
import com.throttlex.store.Store;
import com.throttlex.store.StoreUnavailableException;
import com.throttlex.store.Verdicts;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/** A store in memory with a network delay and its own clock; it counts its calls. */
final class RemoteStore implements Store {
  final MemoryStore memory = new MemoryStore();
  private final Timeline time;
  private final long oneWay;
  long clockOffset;
  long decisions;
  long settlements;
  long admittedUnits;
  boolean down;
  boolean degraded;

  RemoteStore(Timeline time, long roundTrip) {
    this.time = time;
    this.oneWay = roundTrip / 2;
  }

  long calls() {
    return decisions + settlements;
  }

  long now() {
    return time.nanos() + clockOffset;
  }

  @Override
  public CompletionStage<Verdicts> decide(Charges charges) {
    decisions++;
    return remotely(
        () -> {
          Verdicts verdicts = new Verdicts(charges);
          verdicts.now(now());
          memory.decide(verdicts);
          if (degraded) {
            verdicts.degraded();
          }
          for (int i = 0; i < charges.size(); i++) {
            admittedUnits += verdicts.counts(verdicts.get(i)) ? charges.get(i).cost() : 0;
          }
          return verdicts;
        });
  }

  @Override
  public CompletionStage<Settlement> settle(String reservation, long cost, long now) {
    settlements++;
    return remotely(() -> memory.settle(reservation, cost, now()).toCompletableFuture().join());
  }

  @Override
  public CompletionStage<Optional<Status>> inspect(Key key, int index, long now) {
    return memory.inspect(key, index, now());
  }

  @Override
  public CompletionStage<Boolean> reset(Key key, int index, long now) {
    return memory.reset(key, index, now());
  }

  private <T> CompletionStage<T> remotely(Supplier<T> work) {
    if (oneWay == 0) {
      return answer(work);
    }
    CompletableFuture<T> answer = new CompletableFuture<>();
    time.after(oneWay, () -> arrived(answer, answer(work)));
    return answer;
  }

  private <T> void arrived(CompletableFuture<T> answer, CompletionStage<T> decided) {
    time.after(
        oneWay,
        () ->
            decided.whenComplete(
                (value, failure) -> {
                  if (failure == null) {
                    answer.complete(value);
                  } else {
                    answer.completeExceptionally(failure);
                  }
                }));
  }

  private <T> CompletionStage<T> answer(Supplier<T> work) {
    return down
        ? CompletableFuture.failedFuture(new StoreUnavailableException("down"))
        : CompletableFuture.completedFuture(work.get());
  }

  @Override
  public void close() {}
}
