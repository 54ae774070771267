package com.throttlex.jdbc.counters;

import com.throttlex.store.StoreUnavailableException;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/** The threads that wait for the database, so that callers do not have to. */
final class Workers implements AutoCloseable {
  private static final int WAITING = 256;
  private static final AtomicInteger NUMBERS = new AtomicInteger();

  private final ThreadPoolExecutor threads;

  Workers(int count) {
    threads =
        new ThreadPoolExecutor(
            count,
            count,
            30,
            TimeUnit.SECONDS,
            new ArrayBlockingQueue<>(WAITING),
            work -> {
              Thread thread = new Thread(work, "throttlex-sql-" + NUMBERS.incrementAndGet());
              thread.setDaemon(true);
              return thread;
            });
    threads.allowCoreThreadTimeOut(true);
  }

  <T> CompletionStage<T> run(Supplier<T> work) {
    CompletableFuture<T> done = new CompletableFuture<>();
    try {
      threads.execute(
          () -> {
            try {
              done.complete(work.get());
            } catch (Throwable e) { // any failure, because the caller must receive it
              done.completeExceptionally(e);
            }
          });
    } catch (RejectedExecutionException e) {
      String why = threads.isShutdown() ? "closed (expected: open)" : "busy (expected: a free one)";
      done.completeExceptionally(new StoreUnavailableException("database: workers " + why, e));
    }
    return done;
  }

  @Override
  public void close() {
    threads.shutdownNow();
  }
}
