package com.throttlex.server.grpc;

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
import java.util.concurrent.atomic.AtomicInteger;

/** A store in memory that fails or answers late when told to. */
public final class ToldStore implements Store {
  private final MemoryStore memory = new MemoryStore(1000);
  private final BlockingQueue<Runnable> late = new LinkedBlockingQueue<>();
  private final AtomicInteger until = new AtomicInteger(Integer.MAX_VALUE);
  private volatile boolean waits;

  /** Fails after that many decisions more. */
  public void failAfter(int decisions) {
    until.set(decisions);
  }

  /** Answers only by running its {@link #question} from now on. */
  public void answerLate() {
    waits = true;
  }

  /** The next question, as soon as it is asked; running it answers it, on this thread. */
  public Runnable question() throws InterruptedException {
    Runnable next = late.poll(10, TimeUnit.SECONDS);
    if (next == null) {
      throw new IllegalStateException("nothing was asked");
    }
    return next;
  }

  @Override
  public CompletionStage<Void> decide(Charges charges) {
    if (until.getAndDecrement() <= 0) {
      return CompletableFuture.failedStage(new IllegalStateException("told to fail"));
    }
    if (!waits) {
      return memory.decide(charges);
    }
    CompletableFuture<Void> answer = new CompletableFuture<>();
    late.add(() -> memory.decide(charges).thenAccept(answer::complete));
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
  public void close() {}
}
