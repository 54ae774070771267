package com.throttlex.shared.simulation;

import com.throttlex.key.Key;
import com.throttlex.store.BatchStore;
import com.throttlex.store.Settlement;
import com.throttlex.store.Status;
import com.throttlex.store.StoreUnavailableException;
import com.throttlex.store.Verdicts;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/** The connection of a node to the shared store: slow, lossy, and sometimes cut. */
final class Link implements BatchStore {
  static final long MOST_DELAY = 2_000_000L;

  private static final long TIMEOUT = 50_000_000L;

  private final Timeline time;
  private final SharedStore store;
  private final Random random;
  double loss;
  boolean cut;
  long calls;

  Link(Timeline time, SharedStore store, Random random) {
    this.time = time;
    this.store = store;
    this.random = random;
  }

  @Override
  @SuppressWarnings("NullAway") // Void has no other value
  public CompletionStage<Void> decideAll(List<Verdicts> requests) {
    return travel(
        () -> {
          requests.forEach(store::decide);
          return null;
        });
  }

  @Override
  public CompletionStage<Settlement> settle(String reservation, long cost, long now) {
    CompletableFuture<Settlement> settled = travel(() -> store.settle(reservation, cost));
    time.after(
        TIMEOUT, () -> settled.completeExceptionally(new StoreUnavailableException("timeout")));
    return settled;
  }

  /** Runs work after the way there, and answers after the way back; either can be lost. */
  private <T> CompletableFuture<T> travel(Supplier<T> work) {
    CompletableFuture<T> answer = new CompletableFuture<>();
    calls++;
    if (!isLost()) {
      time.after(delay(), () -> arrive(work, answer));
    }
    return answer;
  }

  private <T> void arrive(Supplier<T> work, CompletableFuture<T> answer) {
    if (store.down) {
      time.after(
          delay(), () -> answer.completeExceptionally(new StoreUnavailableException("down")));
      return;
    }
    T done = work.get();
    if (!isLost()) {
      time.after(delay(), () -> answer.complete(done));
    }
  }

  private boolean isLost() {
    return cut || random.nextDouble() < loss;
  }

  private long delay() {
    return random.nextLong(MOST_DELAY / 10, MOST_DELAY);
  }

  @Override
  public CompletionStage<Optional<Status>> inspect(Key key, int index, long now) {
    throw new UnsupportedOperationException("inspect (expected: nobody to ask)");
  }

  @Override
  public CompletionStage<Boolean> reset(Key key, int index, long now) {
    throw new UnsupportedOperationException("reset (expected: nobody to ask)");
  }

  @Override
  public void close() {}
}
