package com.throttlex.jdbc.counters;

import com.throttlex.SystemTime;
import com.throttlex.algorithm.Algorithm;
import com.throttlex.algorithm.Limit;
import com.throttlex.shared.GuardListener;
import com.throttlex.shared.SharedSettings;
import com.throttlex.shared.SharedStore;
import com.throttlex.store.MemoryBudget;
import com.throttlex.store.Verdicts;
import com.throttlex.tck.Together;
import java.io.IOException;
import java.time.Duration;
import java.util.List;

/**
 * Charges one key of each algorithm from 32 threads and prints the number of admissions; two of
 * them run at once. Waits for a byte before it begins.
 */
final class ChargingProgram {
  static final long LIMIT = 10_000;
  static final List<Algorithm> ALGORITHMS =
      List.of(
          Algorithm.TOKEN_BUCKET,
          Algorithm.FIXED_WINDOW,
          Algorithm.SLIDING_WINDOW_COUNTER,
          Algorithm.SLIDING_WINDOW_LOG);

  private static final int THREADS = 32;
  private static final int ATTEMPTS = 190;
  private static final Duration TIMEOUT = Duration.ofSeconds(20);

  private ChargingProgram() {}

  public static void main(String[] arguments) throws IOException {
    JdbcStore counters = JdbcStore.open(arguments[0], TIMEOUT);
    counters.check();
    try (SharedStore store =
        new SharedStore(
            "the database",
            new JdbcConnection("jdbc", counters, TIMEOUT),
            new SharedSettings(
                new SystemTime(), 2, GuardListener.NONE, MemoryBudget.ofThisProcess()))) {
      System.out.println("ready");
      if (System.in.read() < 0) {
        throw new IOException("input: none (expected: a byte)");
      }
      for (Algorithm algorithm : ALGORITHMS) {
        Limit limit = Requests.forGood(algorithm, LIMIT);
        System.out.println(Together.sum(THREADS, i -> admitted(store, limit)));
      }
    }
  }

  private static long admitted(SharedStore store, Limit limit) {
    long admitted = 0;
    for (int i = 0; i < ATTEMPTS; i++) {
      Verdicts answer =
          Requests.join(store.decide(Requests.one(limit, "hot-" + limit.algorithm())));
      admitted += answer.admitted() ? 1 : 0;
      if (answer.isDegraded()) {
        throw new IllegalStateException("answer: degraded (expected: the database's)");
      }
    }
    return admitted;
  }
}
