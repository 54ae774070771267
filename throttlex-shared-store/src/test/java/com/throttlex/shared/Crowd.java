package com.throttlex.shared;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/** Many threads that start together; a thread that hangs or fails fails the test. */
final class Crowd {
  private Crowd() {}

  /** The work of a thread with a number. */
  interface Task {
    long run(int thread) throws Exception;
  }

  /** Returns the sum of the threads' results. */
  static long sum(int threads, Task task) throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    try {
      CyclicBarrier start = new CyclicBarrier(threads);
      List<Future<Long>> results = new ArrayList<>();
      for (int i = 0; i < threads; i++) {
        int thread = i;
        results.add(
            pool.submit(
                () -> {
                  start.await();
                  return task.run(thread);
                }));
      }
      long sum = 0;
      for (Future<Long> result : results) {
        sum += result.get(2, TimeUnit.MINUTES);
      }
      return sum;
    } finally {
      pool.shutdownNow();
    }
  }
}
