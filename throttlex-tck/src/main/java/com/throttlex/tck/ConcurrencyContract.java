package com.throttlex.tck;

import static com.throttlex.tck.StoreFixture.limit;
import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.algorithm.Algorithm;
import com.throttlex.algorithm.Limit;
import com.throttlex.key.Key;
import com.throttlex.store.Charges;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The contract of concurrency: threads together are admitted exactly the limit. */
interface ConcurrencyContract extends StoreFixture {
  int THREADS = 64;
  long AMOUNT = 10_000;

  @Test
  default void oneKey_from64Threads_admitsExactlyTheLimit() {
    for (Algorithm algorithm : Algorithm.values()) {
      admitsExactlyTheLimit(algorithm, cost -> 1, 200);
    }
  }

  @Test
  default void oneKey_from64ThreadsWithCosts_admitsExactlyTheLimit() {
    for (Algorithm algorithm : Algorithm.values()) {
      admitsExactlyTheLimit(algorithm, random -> 1 + random.nextInt(20), 40);
    }
  }

  @Test
  @Tag("long")
  default void oneKey_from64ThreadsAgainAndAgain_admitsExactlyTheLimit() {
    for (int i = 0; i < 50; i++) {
      oneKey_from64Threads_admitsExactlyTheLimit();
      oneKey_from64ThreadsWithCosts_admitsExactlyTheLimit();
    }
  }

  /** Chooses the costs of a thread. */
  interface Costs {
    long next(Random random);
  }

  private void admitsExactlyTheLimit(Algorithm algorithm, Costs costs, int attempts) {
    Limit limit = limit(algorithm, AMOUNT + "/1d");
    Key key = StoreDriver.key("hot");
    try (StoreDriver store = open()) {
      long admitted =
          Together.sum(
              THREADS,
              thread -> {
                Random random = new Random(thread);
                long units = 0;
                for (int i = 0; i < attempts; i++) {
                  long cost = costs.next(random);
                  Charges charges = store.start();
                  charges.add(key, 0, limit, cost);
                  units += store.decide(charges).admitted() ? cost : 0;
                }
                return units;
              });
      assertThat(AMOUNT - admitted)
          .as("units left of %s after %s were admitted", limit, admitted)
          .isBetween(0L, 19L)
          .isEqualTo(store.ask(key, limit, 1).remaining());
      while (store.charge(key, limit, 1).allowed()) {
        admitted++;
      }
      assertThat(admitted).as("units admitted under %s", limit).isEqualTo(AMOUNT);
    }
  }

  @Test
  default void overlappingKeys_inDifferentOrders_neitherDeadlockNorMiscount() {
    overlap(times(300));
  }

  @Test
  @Tag("long")
  default void overlappingKeys_inDifferentOrdersForLong_neitherDeadlockNorMiscount() {
    overlap(300);
  }

  private void overlap(int attempts) {
    for (Algorithm algorithm : Algorithm.values()) {
      Limit limit = limit(algorithm, AMOUNT + "/1d");
      List<Key> keys = List.of(StoreDriver.key("a"), StoreDriver.key("b"), StoreDriver.key("c"));
      try (StoreDriver store = open()) {
        List<long[]> counts =
            Together.run(THREADS, thread -> chargeSubsets(store, keys, limit, thread, attempts));
        for (int k = 0; k < keys.size(); k++) {
          int which = k;
          long admitted = counts.stream().mapToLong(count -> count[which]).sum();
          assertThat(store.ask(keys.get(k), limit, 1).remaining())
              .as("units left of %s for the key %s", limit, which)
              .isEqualTo(AMOUNT - admitted);
        }
      }
    }
  }

  /** Charges two or three keys at once, in any order; returns the admitted units of each. */
  private static long[] chargeSubsets(
      StoreDriver store, List<Key> keys, Limit limit, int thread, int attempts) {
    Random random = new Random(thread);
    long[] admitted = new long[keys.size()];
    for (int i = 0; i < attempts; i++) {
      Charges charges = store.start();
      int first = random.nextInt(3);
      int direction = 1 + random.nextInt(2);
      int size = 2 + random.nextInt(2);
      for (int j = 0; j < size; j++) {
        charges.add(keys.get((first + j * direction) % 3), 0, limit, 1);
      }
      boolean all = store.decide(charges).admitted();
      for (int j = 0; all && j < size; j++) {
        admitted[(first + j * direction) % 3]++;
      }
    }
    return admitted;
  }
}
