package com.throttlex.server.grpc;

import com.throttlex.store.Charges;
import com.throttlex.store.ForwardingStore;
import com.throttlex.store.MemoryBudget;
import com.throttlex.store.MemoryStore;
import com.throttlex.store.MemoryUse;
import com.throttlex.store.Verdicts;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** A store in memory that fails or answers late when told to. */
public final class ToldStore extends ForwardingStore {
  private final BlockingQueue<Runnable> late = new LinkedBlockingQueue<>();
  private final AtomicInteger until = new AtomicInteger(Integer.MAX_VALUE);
  private volatile boolean waits;

  private final MemoryStore memory;

  public ToldStore() {
    this(new MemoryStore(1000));
  }

  private ToldStore(MemoryStore memory) {
    super(memory);
    this.memory = memory;
  }

  /** Returns the memory of reservations. */
  public long reservedBytes() {
    return memory.memory().stream()
        .filter(use -> use.table() == MemoryBudget.Table.RESERVATIONS)
        .mapToLong(MemoryUse::bytes)
        .sum();
  }

  /** Fails after that many decisions more. */
  public void failAfter(int decisions) {
    until.set(decisions);
  }

  /** Answers only by running its {@link #question} from now on. */
  public void answerLate() {
    waits = true;
  }

  /** Answers at once from now on. */
  public void answerAtOnce() {
    waits = false;
  }

  /** Returns the next request, as soon as it arrives; running it answers it on this thread. */
  public Runnable question() throws InterruptedException {
    Runnable next = late.poll(10, TimeUnit.SECONDS);
    if (next == null) {
      throw new IllegalStateException("nothing was asked");
    }
    return next;
  }

  @Override
  public CompletionStage<Verdicts> decide(Charges charges) {
    if (until.getAndDecrement() <= 0) {
      return CompletableFuture.failedStage(new IllegalStateException("told to fail"));
    }
    if (!waits) {
      return super.decide(charges);
    }
    CompletableFuture<Verdicts> answer = new CompletableFuture<>();
    late.add(() -> super.decide(charges).thenAccept(answer::complete));
    return answer;
  }

  @Override
  public void close() {}
}
