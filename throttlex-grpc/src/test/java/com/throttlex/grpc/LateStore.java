package com.throttlex.grpc;

import com.throttlex.key.Key;
import com.throttlex.store.Charges;
import com.throttlex.store.MemoryStore;
import com.throttlex.store.Settlement;
import com.throttlex.store.Status;
import com.throttlex.store.Store;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** A store in memory that answers only when it is told to. */
final class LateStore implements Store {
  private final MemoryStore memory = new MemoryStore();
  private final BlockingQueue<Runnable> questions = new LinkedBlockingQueue<>();

  /** The next question, as soon as it is asked; running it answers it, on this thread. */
  Runnable question() throws InterruptedException {
    Runnable next = questions.poll(20, TimeUnit.SECONDS);
    if (next == null) {
      throw new AssertionError("nothing was asked");
    }
    return next;
  }

  @Override
  public CompletionStage<Void> decide(Charges charges) {
    CompletableFuture<Void> answer = new CompletableFuture<>();
    questions.add(() -> memory.decide(charges).thenAccept(answer::complete));
    return answer;
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
