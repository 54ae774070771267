package com.throttlex.shared;

import static com.throttlex.shared.LeaseLab.KEY;
import static com.throttlex.shared.LeaseLab.LEASED;
import static com.throttlex.shared.LeaseLab.SECOND;
import static com.throttlex.shared.LeaseLab.limit;
import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.algorithm.Algorithm;
import com.throttlex.algorithm.Limit;
import com.throttlex.shared.simulation.Admissions;
import com.throttlex.store.Charge;
import com.throttlex.store.Charges;
import com.throttlex.store.MemoryStore;
import com.throttlex.test.ManualClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Tests the admissions of many threads on three nodes, on a clock that they all move. */
class LeaseHistoryTest {
  private static final int THREADS = 9;

  @Test
  void tokenBucket_inAnyTime_admitsAtMostBurstAndRate() throws Exception {
    Admissions admitted = record(limit(Algorithm.TOKEN_BUCKET, "7000/1s"));
    for (long nanos : new long[] {SECOND / 100, SECOND / 10, SECOND, 3 * SECOND}) {
      assertThat(admitted.mostWithin(nanos))
          .as("within %s ns", nanos)
          .isLessThanOrEqualTo(7000 + 7000 * (nanos + 2) / SECOND);
    }
    assertThat(admitted.mostWithin(SECOND)).isGreaterThan(7000);
  }

  @Test
  void windows_inAnySecond_admitAtMostTwiceTheLimit() throws Exception {
    assertThat(record(limit(Algorithm.FIXED_WINDOW, "7000/1s")).mostWithin(SECOND - 1))
        .isBetween(7000L, 14_000L);
    assertThat(record(limit(Algorithm.SLIDING_WINDOW_COUNTER, "7000/1s")).mostWithin(SECOND - 1))
        .isBetween(7000L, 13_999L);
  }

  /** Records admissions. The clock stops while requests are decided, so that each has one time. */
  private static Admissions record(Limit limit) throws Exception {
    ManualClock clock = new ManualClock();
    MemoryStore shared = new MemoryStore();
    List<Leases> nodes = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      nodes.add(new Leases(shared, () -> 3, clock, (nanos, work) -> {}, new Random(i)));
    }
    CyclicBarrier tick = new CyclicBarrier(THREADS, () -> clock.advance(Duration.ofMillis(3)));
    Admissions all = new Admissions();
    ExecutorService pool = Executors.newFixedThreadPool(THREADS);
    try {
      List<Future<Admissions>> results = new ArrayList<>();
      for (int i = 0; i < THREADS; i++) {
        Leases node = nodes.get(i % 3);
        results.add(pool.submit(() -> record(node, limit, clock, tick)));
      }
      for (Future<Admissions> result : results) {
        all.addAll(result.get(1, TimeUnit.MINUTES));
      }
    } finally {
      pool.shutdownNow();
    }
    return all;
  }

  private static Admissions record(Leases node, Limit limit, ManualClock clock, CyclicBarrier tick)
      throws Exception {
    Admissions admitted = new Admissions();
    for (int i = 0; i < 1500; i++) {
      for (int request = 0; request < 6; request++) {
        long now = clock.nanos();
        Charges charges = new Charges().start(now);
        Charge charge = charges.add(KEY, 0, limit, 1, 0, LEASED);
        if (node.decide(charges).toCompletableFuture().join().admitted()) {
          admitted.add(now, charge.cost());
        }
      }
      tick.await(1, TimeUnit.MINUTES);
    }
    return admitted;
  }
}
