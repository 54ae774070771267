package com.throttlex.tck;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Many threads that start together; a deadlock fails the test instead of hanging it. */
public final class Together {
  private static final long MINUTES = 2;

  private Together() {}

  /** The work of a thread, which gets its number. */
  public interface Work<T> {
    T run(int thread) throws Exception;
  }

  /** Returns the results of the threads, by number. */
  public static <T> List<T> run(int threads, Work<T> work) {
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    try {
      CyclicBarrier start = new CyclicBarrier(threads);
      List<Future<T>> results = new ArrayList<>();
      for (int i = 0; i < threads; i++) {
        int thread = i;
        Callable<T> task =
            () -> {
              start.await();
              return work.run(thread);
            };
        results.add(pool.submit(task));
      }
      return join(results);
    } finally {
      pool.shutdownNow();
    }
  }

  /** Returns the sum of the threads' results. */
  public static long sum(int threads, Work<Long> work) {
    return run(threads, work).stream().mapToLong(Long::longValue).sum();
  }

  private static <T> List<T> join(List<Future<T>> results) {
    List<T> values = new ArrayList<>();
    for (Future<T> result : results) {
      try {
        values.add(result.get(MINUTES, TimeUnit.MINUTES));
      } catch (ExecutionException e) {
        throw new AssertionError("a thread failed: " + e.getCause(), e.getCause());
      } catch (InterruptedException | TimeoutException e) {
        throw new AssertionError("the threads did not end within two minutes", e);
      }
    }
    return values;
  }
}
