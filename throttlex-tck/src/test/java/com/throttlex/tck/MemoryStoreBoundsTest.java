package com.throttlex.tck;

import static com.throttlex.tck.StoreFixture.NOON;
import static com.throttlex.tck.StoreFixture.limit;
import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.algorithm.Algorithm;
import com.throttlex.algorithm.Limit;
import com.throttlex.algorithm.Meter;
import com.throttlex.key.Key;
import com.throttlex.store.Charges;
import com.throttlex.store.MemoryStore;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The bounds of the memory store, and the counters that it removes; the test with five million keys
 * is in core.
 */
class MemoryStoreBoundsTest {
  private static final int CAP = 10_000;
  private static final Meter DAILY = (Meter) limit(Algorithm.TOKEN_BUCKET, "3/1d");
  private static final Meter BRIEF = (Meter) limit(Algorithm.TOKEN_BUCKET, "3/1s");

  private final MemoryStore store = new MemoryStore(CAP);

  private boolean charge(long key, Meter meter, long now) {
    long spread = key * 0x9E3779B97F4A7C15L;
    return store.charge(spread, Long.reverse(spread), meter, 1, now, 0) >= 0;
  }

  @Test
  void keys_thatAreWhole_leaveAsOthersComeWithoutAScan() {
    for (int key = 0; key < CAP; key++) {
      charge(key, BRIEF, NOON);
    }
    long later = NOON + Duration.ofMinutes(2).toNanos();
    for (int key = CAP; key < CAP + CAP / 2; key++) {
      assertThat(charge(key, BRIEF, later)).isTrue();
      assertThat(store.keys()).isLessThanOrEqualTo(CAP);
    }
    assertThat(store.keys()).as("keys once the others left").isEqualTo(CAP / 2);
  }

  @Test
  void keys_thatAreNotWhole_areNeverEvictedByAFlood() {
    for (int key = 0; key < CAP / 2; key++) {
      for (int i = 0; i < 3; i++) {
        assertThat(charge(key, DAILY, NOON)).isTrue();
      }
    }
    long admitted = 0;
    for (int key = CAP; key < 21 * CAP; key++) {
      admitted += charge(key, DAILY, NOON + key) ? 1 : 0;
    }
    assertThat(store.keys()).isLessThanOrEqualTo(CAP);
    assertThat(admitted)
        .as("flood keys with a counter, and one shared by the rest")
        .isLessThanOrEqualTo(CAP / 2 + 3);
    for (int key = 0; key < CAP / 2; key++) {
      assertThat(charge(key, DAILY, NOON + 21L * CAP)).as("depleted %s", key).isFalse();
    }
  }

  @Test
  void keys_beyondTheCap_shareOneCounterAndAreNeverUnlimited() {
    for (int key = 0; key < 2 * CAP; key++) {
      charge(key, DAILY, NOON);
    }
    for (int key = 5 * CAP; key < 6 * CAP; key++) {
      assertThat(charge(key, DAILY, NOON)).as("a new key at the cap").isFalse();
    }
    long nextDay = NOON + Duration.ofDays(1).toNanos();
    assertThat(charge(7L * CAP, DAILY, nextDay)).as("a new key when others are whole").isTrue();
  }

  @ParameterizedTest
  @EnumSource
  void counter_whenMoreIsInUseThanSaid_isKeptAndOtherwiseForgotten(Algorithm algorithm) {
    Key key = Key.of("counter", "counter");
    Charges charges = new Charges().start(NOON);
    charges.add(key, 0, limit(algorithm, "10/1h"), 4);
    store.decide(charges);

    assertThat(store.resetIfUsed(key, 0, 3, NOON)).isFalse();
    assertThat(store.inspect(key, 0, NOON).toCompletableFuture().join()).isPresent();
    assertThat(store.resetIfUsed(key, 0, 4, NOON)).isTrue();
    assertThat(store.inspect(key, 0, NOON).toCompletableFuture().join()).isEmpty();
    assertThat(store.resetIfUsed(key, 0, 4, NOON)).as("no such counter").isFalse();
  }

  @Test
  void log_ofManyMoments_takesAFewDozenBytesForEach() {
    int keys = 20;
    int moments = 100_000;
    // Compared with the heap afterwards: garbage of earlier tests could be collected meanwhile.
    long full = usedBytesOfLogs(keys, moments);
    long bytes = (full - usedBytes()) / ((long) moments * keys);
    System.out.println("sliding log: " + bytes + " bytes for each remembered moment");
    assertThat(bytes).isBetween(16L, 48L);
  }

  /** Returns the used heap while a store has logs; the store is garbage afterwards. */
  private static long usedBytesOfLogs(int keys, int moments) {
    Limit log = limit(Algorithm.SLIDING_WINDOW_LOG, moments + "/1h");
    try (StoreDriver driver = new StoreDriver(new MemoryStore(CAP), now -> {}, NOON)) {
      for (int i = 0; i < moments; i++) {
        driver.advance(1);
        for (int key = 0; key < keys; key++) {
          driver.charge(StoreDriver.key("log-" + key), log, 1);
        }
      }
      return usedBytes();
    }
  }

  private static long usedBytes() {
    System.gc();
    return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
  }
}
