package com.throttlex.shared.faults;

import com.throttlex.tck.Await;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntFunction;
import java.util.function.Predicate;

/** Threads that send a request as soon as the last one is answered, after a short pause. */
public final class Load implements AutoCloseable {
  private static final long JOIN_MILLIS = 20_000;

  private final IntFunction<Answer> question;
  private final long breathNanos;
  private final AtomicInteger asked = new AtomicInteger();
  private final AtomicLong worstLag = new AtomicLong();
  private final List<Thread> threads = new ArrayList<>();
  private final List<List<Answer>> answers = new ArrayList<>();
  private final Queue<Watch> watches = new ConcurrentLinkedQueue<>();
  private volatile boolean over;

  /** A wait for an answer of a kind. */
  private record Watch(Predicate<Answer> kind, CompletableFuture<Answer> seen) {
    void look(Answer answer) {
      if (kind.test(answer)) {
        seen.complete(answer);
      }
    }
  }

  private Load(IntFunction<Answer> question, Duration breath) {
    this.question = question;
    breathNanos = breath.toNanos();
  }

  /** Starts the load; the requests are numbered. */
  public static Load start(int threads, Duration breath, IntFunction<Answer> question) {
    Load load = new Load(question, breath);
    for (int i = 0; i < threads; i++) {
      List<Answer> mine = new ArrayList<>();
      load.answers.add(mine);
      Thread thread = new Thread(() -> load.run(mine), "load-" + i);
      thread.setDaemon(true);
      load.threads.add(thread);
    }
    load.threads.forEach(Thread::start);
    return load;
  }

  private void run(List<Answer> mine) {
    while (!over) {
      Answer answer = question.apply(asked.getAndIncrement());
      mine.add(answer);
      watches.forEach(watch -> watch.look(answer));
      if (breathNanos > 0) {
        breathe();
      }
    }
  }

  private void breathe() {
    long due = System.nanoTime() + breathNanos;
    LockSupport.parkNanos(breathNanos);
    worstLag.accumulateAndGet(System.nanoTime() - due, Math::max);
  }

  /** Returns the largest delay of these threads by the machine, in milliseconds. */
  public double worstLagMillis() {
    return worstLag.get() / 1e6;
  }

  /** Returns the number of requests until now. */
  public int asked() {
    return asked.get();
  }

  /** Waits for an answer of this kind; the condition is tested with all answers from now on. */
  public void await(String what, Predicate<Answer> kind) {
    Watch watch = new Watch(kind, new CompletableFuture<>());
    watches.add(watch);
    try {
      Await.until(what, watch.seen::isDone);
    } finally {
      watches.remove(watch);
    }
  }

  /** Stops the load and returns all answers. */
  public Answers stop() {
    over = true;
    for (Thread thread : threads) {
      try {
        thread.join(JOIN_MILLIS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
      if (thread.isAlive()) {
        throw new AssertionError(thread.getName() + ": a call hangs");
      }
    }
    return new Answers(answers.stream().flatMap(List::stream).toList());
  }

  @Override
  public void close() {
    over = true;
  }
}
