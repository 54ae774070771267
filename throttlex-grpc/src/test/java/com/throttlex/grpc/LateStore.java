package com.throttlex.grpc;

import com.throttlex.store.Charges;
import com.throttlex.store.ForwardingStore;
import com.throttlex.store.MemoryStore;
import com.throttlex.store.Verdicts;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** A store in memory that answers only when it is told to. */
final class LateStore extends ForwardingStore {
  private final BlockingQueue<Runnable> questions = new LinkedBlockingQueue<>();

  LateStore() {
    super(new MemoryStore());
  }

  /** Returns the next request, as soon as it arrives; running it answers it on this thread. */
  Runnable question() throws InterruptedException {
    Runnable next = questions.poll(20, TimeUnit.SECONDS);
    if (next == null) {
      throw new AssertionError("nothing was asked");
    }
    return next;
  }

  @Override
  public CompletionStage<Verdicts> decide(Charges charges) {
    CompletableFuture<Verdicts> answer = new CompletableFuture<>();
    questions.add(() -> super.decide(charges).thenAccept(answer::complete));
    return answer;
  }
}
