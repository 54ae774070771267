package com.throttlex.tck;

import static com.throttlex.tck.StoreFixture.limit;
import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.algorithm.Algorithm;
import com.throttlex.algorithm.Limit;
import com.throttlex.key.Key;
import com.throttlex.store.Charges;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * The contract of live changes: a limit can change at any time. It applies from the next request
 * on, and resets nothing.
 */
interface LiveChangeContract extends StoreFixture {
  @Test
  default void limit_whenRaised_allowsTheDifference() {
    changes("10/1h", 10, "15/1h", 5);
  }

  @Test
  default void limit_whenLoweredBelowWhatIsUsed_allowsNothing() {
    changes("10/1h", 8, "5/1h", 0);
  }

  @Test
  default void limit_whenLowered_allowsTheRest() {
    changes("10/1h", 2, "5/1h", 3);
  }

  @Test
  default void limit_whenItsPeriodDoubles_keepsWhatIsUsed() {
    changes("10/1s", 4, "10/2s", 6);
    changes("10/1h", 4, "10/2h", 6);
  }

  @Test
  default void limit_whenItChangesBackAndForth_keepsWhatIsUsed() {
    for (Algorithm algorithm : Algorithm.values()) {
      List<Limit> limits = List.of(limit(algorithm, "70/1s"), limit(algorithm, "30/1m"));
      try (StoreDriver store = open()) {
        Key key = StoreDriver.key("live");
        for (int i = 0; i < 20; i++) {
          assertThat(store.charge(key, limits.get(i % 2), 1).allowed()).isTrue();
        }
        assertThat(store.ask(key, limit(algorithm, "100/1s"), 1).remaining())
            .as("left after twenty charges under %s", limits)
            .isEqualTo(80);
      }
    }
  }

  @Test
  default void limit_whenItsPeriodHalves_keepsWhatIsUsed() {
    changes("10/2s", 4, "10/1s", 6);
    changes("10/2h", 4, "10/1h", 6);
  }

  /** Changes the limit without refill in between; for windows at an even and an odd one. */
  private void changes(String before, long used, String after, long left) {
    for (Algorithm first : Algorithm.values()) {
      for (Algorithm second : Algorithm.values()) {
        for (long seconds : new long[] {0, 1, 3600}) {
          try (StoreDriver store = open(NOON + seconds * 1_000_000_000L)) {
            Key key = StoreDriver.key("live");
            assertThat(store.charge(key, limit(first, before), used).allowed()).isTrue();
            Limit changed = limit(second, after);
            assertThat(store.ask(key, changed, 1).remaining())
                .as("left after %s %s became %s", before, first, changed)
                .isEqualTo(left);
            admitsExactly(store, key, changed, left);
          }
        }
      }
    }
  }

  private static void admitsExactly(StoreDriver store, Key key, Limit limit, long left) {
    if (left > 0) {
      assertThat(store.charge(key, limit, left).allowed()).as("charge of %s", left).isTrue();
    }
    assertThat(store.charge(key, limit, 1).allowed()).as("charge after %s", left).isFalse();
  }

  @Test
  default void limits_flippingWhileThreadsCharge_neverAdmitMoreThanTheLarger() {
    for (Algorithm algorithm : Algorithm.values()) {
      int attempts = times(1000);
      long most = 10L * attempts;
      long less = 6L * attempts;
      List<Limit> limits = List.of(limit(algorithm, most + "/1d"), limit(algorithm, less + "/1d"));
      Key key = StoreDriver.key("flip");
      try (StoreDriver store = open()) {
        long admitted = flip(store, key, limits, 16, attempts).stream().mapToLong(a -> a).sum();
        assertThat(admitted).as("admitted under %s", limits).isBetween(less, most);
        admitsExactly(store, key, limits.get(0), most - admitted);
      }
    }
  }

  @Test
  default void limits_flippingWhileThereIsRoom_denyNothing() {
    List<List<Limit>> pairs = new ArrayList<>();
    for (Algorithm algorithm : Algorithm.values()) {
      pairs.add(List.of(limit(algorithm, "100000/1s"), limit(algorithm, "20000/1d")));
      pairs.add(List.of(limit(algorithm, "20000/2s"), limit(Algorithm.FIXED_WINDOW, "20000/1s")));
    }
    for (List<Limit> limits : pairs) {
      try (StoreDriver store = open()) {
        int attempts = times(2000);
        List<Long> admitted = flip(store, StoreDriver.key("flip"), limits, 8, attempts);
        assertThat(admitted).as("admitted under %s", limits).containsOnly((long) attempts);
      }
    }
  }

  /** Every thread charges under one limit or the other; returns the admitted units of each. */
  private static List<Long> flip(
      StoreDriver store, Key key, List<Limit> limits, int threads, int attempts) {
    return Together.run(
        threads,
        thread -> {
          Random random = new Random(thread);
          long admitted = 0;
          for (int i = 0; i < attempts; i++) {
            Charges charges = store.start();
            charges.add(key, 0, limits.get(random.nextInt(limits.size())), 1);
            admitted += store.decide(charges).admitted() ? 1 : 0;
          }
          return admitted;
        });
  }
}
