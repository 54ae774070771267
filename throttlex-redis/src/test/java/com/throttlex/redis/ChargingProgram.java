package com.throttlex.redis;

import com.throttlex.algorithm.Algorithm;
import com.throttlex.algorithm.Limit;
import com.throttlex.algorithm.Rate;
import com.throttlex.key.Key;
import com.throttlex.store.Charges;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/** Charges one key from 64 threads and prints the number of admissions; two of them run at once. */
final class ChargingProgram {
  static final long LIMIT = 10_000;

  private static final int THREADS = 64;
  private static final int ATTEMPTS = 150;

  private ChargingProgram() {}

  public static void main(String[] arguments) throws Exception {
    Limit limit = Limit.of(Algorithm.TOKEN_BUCKET, Rate.parse(LIMIT + "/18250d"));
    ExecutorService threads = Executors.newFixedThreadPool(THREADS);
    try (Redis redis = Connected.to(arguments[0])) {
      RedisStore store = RedisStore.on(redis);
      List<Future<Long>> admitted = new ArrayList<>();
      for (int i = 0; i < THREADS; i++) {
        admitted.add(threads.submit(() -> charge(store, limit)));
      }
      long sum = 0;
      for (Future<Long> one : admitted) {
        sum += one.get(50, TimeUnit.SECONDS);
      }
      System.out.println(sum);
    } finally {
      threads.shutdownNow();
    }
  }

  private static long charge(RedisStore store, Limit limit) {
    Key key = Key.of("processes|user=hot", "hot");
    Charges charges = new Charges();
    long admitted = 0;
    for (int i = 0; i < ATTEMPTS; i++) {
      charges.start(0).add(key, 0, limit, 1);
      admitted += store.decide(charges).toCompletableFuture().join().admitted() ? 1 : 0;
    }
    return admitted;
  }
}
